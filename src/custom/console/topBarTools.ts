import type { ComponentType } from 'react';
import type { Permission } from '../../../contract/permissions.ts';
import { BusinessChoice } from '../business/BusinessChoice.ts';
import { OperatorStatus } from '../operator/OperatorStatus.ts';
import { JobsTool } from './JobsTool.tsx';
import { NoticesBell } from './notices/NoticesBell.tsx';

/** A control between NOVO TICKET and the person, for those who hold its permission. */
interface TopBarTool {
  permission: Permission;
  Tool: ComponentType;
}

export const topBarTools: TopBarTool[] = [
  { permission: 'session', Tool: BusinessChoice },
  { permission: 'TICKETS_LOTE', Tool: JobsTool },
  { permission: 'ATENDIMENTO', Tool: OperatorStatus },
  { permission: 'SAC_AVISOS', Tool: NoticesBell },
];
