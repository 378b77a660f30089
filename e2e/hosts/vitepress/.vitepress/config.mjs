export default {
  title: 'Course notes',
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide' },
      { text: 'Appendix', link: '/appendix' },
    ],
  },
  vue: {
    template: {
      compilerOptions: { isCustomElement: (tag) => tag === 'podyssey-walkthrough' },
    },
  },
};
