export { default } from '@landfall/eslint';
