import { CustomerAgendas } from '../../agendas/CustomerAgendas.tsx';
import type { PanelTabProps } from '../panelTabs.ts';

export const AgendasTab = (props: PanelTabProps) => <CustomerAgendas {...props} tipo="A" />;

/** Agendas de Cobrança. */
export const CollectionAgendasTab = (props: PanelTabProps) => <CustomerAgendas {...props} tipo="C" />;
