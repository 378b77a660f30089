// The theme Alabaster is light only; this site has a switch of its own, which sets no sign but a
// colour: the walkthrough must read it from the ground.
document.addEventListener('DOMContentLoaded', () => {
  const button = Object.assign(document.createElement('button'), { id: 'theme' });
  button.textContent = 'Theme';
  button.addEventListener('click', () => document.documentElement.classList.toggle('night'));
  document.body.prepend(button);
});
