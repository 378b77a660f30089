/** Where the registry takes its defaults from: one place for all kinds. */
export { applyDefaults } from '#k8s.io/api/defaults/apply-defaults';
