export { RegistrationDialogs } from './RegistrationDialogs.tsx';
export { useRegistration } from './useRegistration.ts';
