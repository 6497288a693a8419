export { mayBeCompleted } from './mayRegister.ts';
