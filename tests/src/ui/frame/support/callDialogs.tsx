import { incomingCallRoutes } from '#contract/callcenter/agendas/incomingCalls.ts';
import { serviceKeyRoutes } from '#contract/config/serviceKeys.ts';
import { OutcomeDialog } from '#src/custom/dayCalls/received/OutcomeDialog.tsx';
import { KeyActions } from '#src/resources/serviceKeys/KeyActions.tsx';
import type { Shown } from './shownDialog.ts';

const key = { id: 4, versao: 1, nome: 'ERP', situacao: 'ATIVA', escopos: [], assinaDesde: null };
const call = { id: 9, versao: 3, numero: '(11) 98765-4321', cliente: null, desfecho: null, obs: '' };
const at = (path: string) => `src/${path}.tsx`;
const onClose = () => {};

/** Of telephones and the keys that they have. */
export const CALL_DIALOGS: Record<string, Shown> = {
  'what became of a call': {
    file: at('custom/dayCalls/received/OutcomeDialog'),
    route: incomingCallRoutes.settle,
    open: <OutcomeDialog call={call as never} onClose={onClose} />,
    confirm: 'Salvar',
    asks: ['desfecho', 'obs'],
    lacks: ['desfecho'],
  },
  'the secret of a key': {
    file: at('resources/serviceKeys/KeyActions'),
    route: serviceKeyRoutes.rotate,
    open: <KeyActions of={key as never} onGiven={onClose} />,
    press: 'Trocar',
    confirm: 'Trocar segredo',
    asks: ['horas'],
  },
};
