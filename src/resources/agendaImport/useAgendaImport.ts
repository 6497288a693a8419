import { useState } from 'react';
import type { AgendaImportBatch } from '../../../contract/callcenter/agendaImport.ts';
import { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { leadsAgendas } from '../../custom/agendas/leads.ts';
import { useAgendaRefresh } from '../../custom/agendas/useAgendaRefresh.ts';
import { call } from '../../dataProvider/call.ts';
import { downloadRoute } from '../../dataProvider/download.ts';
import { uploadFile } from '../../dataProvider/upload.ts';

export type ImportFor = 'mine' | 'team';

export type AgendaImport = ReturnType<typeof useAgendaImport>;

/** The two phases: a file is sent and judged, then its batch is taken over. */
export function useAgendaImport() {
  const mayTeam = leadsAgendas();
  const [whose, setWhose] = useState<ImportFor>(mayTeam ? 'team' : 'mine');
  const [batch, setBatch] = useState<AgendaImportBatch | null>(null);
  const [busy, setBusy] = useState<'sending' | 'judging' | 'importing' | null>(null);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState('');
  const refresh = useAgendaRefresh();
  const routes = whose === 'team' ? agendaSupervisionRoutes : agendaRoutes;

  const attempt = async (work: () => Promise<void>) => {
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Ocorreu um erro desconhecido!');
    } finally {
      setBusy(null);
    }
  };
  const send = (file: File) =>
    attempt(async () => {
      setBusy('sending');
      setSent(0);
      const arquivo = await uploadFile(file, {
        purpose: 'PLANILHA',
        onProgress: (done, total) => setSent(Math.round((done / total) * 100)),
      });
      setBusy('judging');
      setBatch((await call(routes.check, { body: { arquivo } })).data);
    });
  const confirm = () =>
    attempt(async () => {
      if (!batch) return;
      setBusy('importing');
      setBatch((await call(routes.importBatch, { body: { idLote: batch.id } })).data);
      await refresh();
    });
  const template = (formato: 'xlsx' | 'csv') =>
    attempt(() => downloadRoute(routes.template, { query: { formato } }, `modelo de agendas.${formato}`));
  const failures = (formato: 'xlsx' | 'csv') =>
    attempt(async () => {
      if (!batch) return;
      const input = { params: { idLote: batch.id }, query: { formato } };
      await downloadRoute(
        agendaSupervisionRoutes.failures,
        input,
        `agendas recusadas ${batch.id}.${formato}`,
      );
    });
  const restart = () => {
    setBatch(null);
    setProblem('');
  };
  return { mayTeam, whose, setWhose, batch, busy, sent, problem, send, confirm, template, failures, restart };
}
