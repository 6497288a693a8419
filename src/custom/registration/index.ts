export { useRegistration } from './useRegistration.ts';
