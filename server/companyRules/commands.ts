export { useMacro } from './macros.ts';
