import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { formatDateTime } from '../../../../contract/rules/dateText.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { allFiles, type TicketDraft } from '../../../../contract/rules/ticketDraft.ts';
import type { TimeZone } from '../../../../contract/rules/zonedTime.ts';
import { KeyValueList } from '../../../ui/components/detail/KeyValueList.tsx';
import { CustomerLabel } from '../../customers/CustomerLabel.tsx';

interface ResumeChoiceProps {
  draft: TicketDraft;
  /** Instant. */
  savedAt: string;
  zone: TimeZone;
  busy: boolean;
  problem: string | null;
  onResume: () => void;
  onDiscard: () => void;
}

/** An unfinished ticket: what it holds, and the choice to go on or to begin again. */
export function ResumeChoice({
  draft,
  savedAt,
  zone,
  busy,
  problem,
  onResume,
  onDiscard,
}: ResumeChoiceProps) {
  const { cliente, consumidorFinal } = draft;
  return (
    <>
      <Typography sx={{ mb: 4 }}>Rascunho salvo em {formatDateTime(savedAt, zone)}.</Typography>
      <KeyValueList
        items={[
          { label: draft.tipo ? 'Tipo' : 'Natureza', value: draft.tipo?.desc ?? draft.menu?.descricao },
          {
            label: 'Cliente',
            value: cliente ? (
              <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} />
            ) : (
              consumidorFinal?.nome
            ),
          },
          { label: 'Conteúdo', value: contentOf(draft) },
        ]}
      />
      {problem && (
        <Alert severity="error" sx={{ mt: 4 }}>
          {problem}
        </Alert>
      )}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 24, justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={onDiscard} loading={busy}>
          Começar de novo
        </Button>
        <Button variant="contained" onClick={onResume} disabled={busy} autoFocus>
          Continuar de onde parou
        </Button>
      </div>
    </>
  );
}

function contentOf(draft: TicketDraft): string {
  const counts: [number, string, string][] = [
    [draft.notas.length, 'nota fiscal', 'notas fiscais'],
    [draft.itens.length, 'item', 'itens'],
    [draft.itensAvulsos.length, 'item avulso', 'itens avulsos'],
    [allFiles(draft).length, 'foto', 'fotos'],
  ];
  return counts
    .flatMap(([count, one, many]) => (count > 0 ? [formatCount(count, one, many)] : []))
    .join(', ');
}
