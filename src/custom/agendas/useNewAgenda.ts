import { useRef, useState } from 'react';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import type { AgendaKind } from '../../../contract/catalogs/callCenter.ts';
import { call } from '../../dataProvider/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { ownToday } from '../../dataProvider/session.ts';
import type { AsyncOption } from '../../ui/components/inputs/AsyncAutocomplete.tsx';
import { textBesideFields } from '../../ui/shell/errorText.ts';
import { type MomentDraft, momentText } from './AgendaFields.tsx';
import { leadsAgendas } from './leads.ts';

interface NewAgendaFor {
  idCli?: number | undefined;
  idOrcamento?: number | undefined;
  dia?: string | undefined;
}

interface Draft {
  customer: AsyncOption | null;
  assunto: string;
  descricao: string;
  moment: MomentDraft;
  tipo: AgendaKind;
  /** '' for oneself. */
  idColab: string;
}

type Errors = Partial<Record<'idCli' | 'assunto' | 'data_agendada' | 'idColab', string>>;

/** The form of a new agenda: what was typed, what is wrong with it, and its sending. A repeat makes no second one. */
export function useNewAgenda(
  wanted: NewAgendaFor,
  onCreated: (data: { id?: number; message: string }) => Promise<void>,
) {
  const [draft, setDraft] = useState<Draft>({
    customer: null,
    assunto: '',
    descricao: '',
    moment: { day: wanted.dia && wanted.dia >= ownToday() ? wanted.dia : ownToday(), time: '' },
    tipo: 'A',
    idColab: '',
  });
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const change = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setErrors({});
    key.current = crypto.randomUUID();
  };
  const submit = async () => {
    const missing = problemsOf(draft, wanted);
    setErrors(missing);
    setProblem(undefined);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const body = bodyOf(draft, wanted);
      const { data } = await call(agendaRoutes.create, { body }, { idempotencyKey: key.current });
      await onCreated(data);
    } catch (error) {
      if (error instanceof CallFailure) setErrors(error.fields);
      setProblem(textBesideFields(error, ['idCli', 'assunto', 'data_agendada', 'idColab']));
    } finally {
      setBusy(false);
    }
  };
  return { draft, change, errors, problem, busy, submit, leads: leadsAgendas() };
}

function problemsOf({ customer, assunto, moment }: Draft, { idCli }: NewAgendaFor): Errors {
  return {
    ...(idCli === undefined && !customer && { idCli: 'Escolha o cliente.' }),
    ...(!assunto.trim() && { assunto: 'Informe o assunto.' }),
    ...(!momentText(moment) && { data_agendada: 'Informe o dia e a hora.' }),
  };
}

const bodyOf = ({ customer, assunto, descricao, moment, tipo, idColab }: Draft, wanted: NewAgendaFor) => ({
  idCli: wanted.idCli ?? Number(customer?.value),
  assunto: assunto.trim(),
  data_agendada: momentText(moment) ?? '',
  tipo,
  ...(descricao.trim() && { descricao: descricao.trim() }),
  ...(idColab && { idColab: Number(idColab) }),
  ...(wanted.idOrcamento !== undefined && { idOrcamento: wanted.idOrcamento }),
});
