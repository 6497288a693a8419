import { idleTool } from '../../ui/shell/whenIdle.tsx';

/** Where the operator stands, and the conversation under way: in the top bar, once there is time for it. */
export const OperatorStatus = idleTool(() => import('./OperatorTool.tsx'), 'OperatorTool');
