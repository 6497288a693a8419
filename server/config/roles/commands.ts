export { deleteRole, writeNewRole, writeRole } from './write.ts';
