import { absenceRoutes, ownAbsenceRoutes } from '#contract/config/people/absences.ts';
import { AbsenceDialog } from '#src/resources/people/shared/Absences.tsx';
import type { Shown } from './shownDialog.ts';

const absence = { id: 3, versao: 2, de: '2030-01-02', ate: '2030-01-12', substituto: null };
const at = (path: string) => `src/${path}.tsx`;
const onClose = () => {};

export const ABSENCE_DIALOGS: Record<string, Shown> = {
  'an absence': {
    file: at('resources/people/shared/Absences'),
    route: ownAbsenceRoutes.create,
    open: <AbsenceDialog idPessoa={null} absence={null} onClose={onClose} />,
    confirm: 'Salvar',
    asks: ['de', 'ate', 'idSubstituto'],
    lacks: ['de', 'ate'],
  },
  'an absence that changes': {
    file: at('resources/people/shared/Absences'),
    route: absenceRoutes.update,
    open: <AbsenceDialog idPessoa={9} absence={absence} onClose={onClose} />,
    confirm: 'Salvar',
    asks: ['de', 'ate', 'idSubstituto'],
    edits: { ate: '15/01/2030' },
    record: absence,
    changed: { de: '2030-01-03' },
  },
};
