module.exports = {
  title: 'Course notes',
  url: 'https://host.example',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  // Without the preset: it brings a search that asks another origin.
  plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/' }]],
  themes: ['@docusaurus/theme-classic'],
  themeConfig: {
    navbar: { title: 'Course notes' },
    colorMode: { defaultMode: 'light', respectPrefersColorScheme: false },
  },
};
