import { CustomerAgendas } from '../../agendas/CustomerAgendas.tsx';
import type { PanelTabProps } from '../panelTab.ts';

/** Agendas de Cobrança. */
export const CollectionAgendasTab = (props: PanelTabProps) => <CustomerAgendas {...props} tipo="C" />;
