export { automationWork } from './automationWork.ts';
