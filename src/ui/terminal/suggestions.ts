/** Commands offered below the terminal: what to start with, then what to look at. */
const first = ['kubectl get nodes', 'kubectl run nginx --image=nginx'];
const later = [
  'kubectl get pods -o wide',
  'kubectl describe deployment nginx',
  'kubectl scale deployment nginx --replicas=5',
];

export const suggestions = (commandsSoFar: number): readonly string[] =>
  commandsSoFar === 0 ? first : later;
