import { CustomerAgendas } from '../../agendas/CustomerAgendas.tsx';
import type { PanelTabProps } from '../panelTab.ts';

export const AgendasTab = (props: PanelTabProps) => <CustomerAgendas {...props} tipo="A" />;
