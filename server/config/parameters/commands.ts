export { listParameters } from './list.ts';
export { restoreParameter, updateParameter } from './write.ts';
