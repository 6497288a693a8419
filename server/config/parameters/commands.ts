export { restoreParameter, updateParameter } from './write.ts';
