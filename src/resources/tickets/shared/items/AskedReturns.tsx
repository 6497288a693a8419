import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { firstOfList } from '#contract/rules/text.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { ReturnCandidate } from '#contract/sac/invoices.ts';
import { type AskedReturn, meantLine } from '../draft/pastedReturns.ts';
import { ProductLine } from './ProductLine.tsx';
import { Rows } from './StepParts.tsx';

interface AskedReturnsProps {
  asked: readonly AskedReturn[];
  onChoose: (asked: AskedReturn, candidate: number) => void;
  onDismiss: (asked: readonly AskedReturn[]) => void;
  onCorrect: (asked: readonly AskedReturn[]) => void;
  /** Asked once for all of them. */
  reasonForAll: ReactNode;
}

/** So many are asked at a time; the others follow as these are answered. */
const AT_A_TIME = 10;
const MOST_NAMED = 6;

/** The pasted lines that are no items: those that cannot become any, by their reason, and those that lack an answer. */
export function AskedReturns({ asked, onChoose, onDismiss, onCorrect, reasonForAll }: AskedReturnsProps) {
  const refused = asked.filter(({ candidatos }) => candidatos.length === 0);
  const problems = [...new Set(refused.map(({ problema }) => problema))];
  const open = asked.filter(({ candidatos }) => candidatos.length > 0);
  const more = open.length - AT_A_TIME;
  if (asked.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {problems.map((problem) => (
        <RefusedLines
          key={problem}
          lines={refused.filter(({ problema }) => problema === problem)}
          onDismiss={onDismiss}
          onCorrect={onCorrect}
        />
      ))}
      {reasonForAll}
      {open.length > 0 && (
        <Box component="ul" aria-label="Linhas por decidir" sx={LIST}>
          {open.slice(0, AT_A_TIME).map((each) => (
            <AskedLine
              key={each.id}
              asked={each}
              onChoose={(at) => onChoose(each, at)}
              onDismiss={() => onDismiss([each])}
            />
          ))}
        </Box>
      )}
      {more > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {formatCount(more, 'outra linha vem depois', 'outras linhas vêm depois')}.
        </Typography>
      )}
    </Box>
  );
}

type RefusedLinesProps = Pick<AskedReturnsProps, 'onDismiss' | 'onCorrect'> & {
  lines: readonly AskedReturn[];
};

/** Lines that cannot become items for the same reason, which is said once. */
function RefusedLines({ lines, onDismiss, onCorrect }: RefusedLinesProps) {
  const texts = lines.map(({ texto }) => texto);
  return (
    <Alert
      severity="warning"
      sx={{ flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 160px', overflowWrap: 'anywhere' } }}
      action={
        <>
          <Button size="small" color="inherit" onClick={() => onCorrect(lines)}>
            Corrigir
          </Button>
          <Button size="small" color="inherit" onClick={() => onDismiss(lines)}>
            Dispensar
          </Button>
        </>
      }
    >
      <strong>{firstOfList(texts, MOST_NAMED)}</strong>: {lines[0]?.problema}
    </Alert>
  );
}

const LIST = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
};

interface AskedLineProps {
  asked: AskedReturn;
  onChoose: (candidate: number) => void;
  onDismiss: () => void;
}

/** Either which invoice is meant, or what the line of the invoice still lacks. */
function AskedLine({ asked, onChoose, onDismiss }: AskedLineProps) {
  const { texto, problema, candidatos } = asked;
  const line = meantLine(asked);
  const isOneProduct = new Set(candidatos.map(({ produto }) => produto.produto_id)).size === 1;
  return (
    <li>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mb: 1 }}>
        <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <strong>{texto}</strong>
          {line
            ? `, NF ${line.invoice.numNf}: ${problema}`
            : isOneProduct
              ? ': de qual nota?'
              : ': qual destes?'}
        </Typography>
        <Button size="small" color="inherit" aria-label={`Dispensar ${texto}`} onClick={onDismiss}>
          Dispensar
        </Button>
      </Box>
      {line ? (
        <Box component="ul" aria-label={`O que falta em ${texto}`} sx={LIST}>
          <ProductLine line={line} hidden={false} refused={problema} />
        </Box>
      ) : (
        <Rows aria-label={`Notas para ${texto}`}>
          {candidatos.map((candidate, at) => (
            <li key={`${candidate.nota.chave}/${candidate.produto.produto_id}/${candidate.quantidade}`}>
              <CandidateFacts candidate={candidate} />
              <Button
                variant="outlined"
                size="small"
                aria-label={`Escolher a nota ${candidate.nota.numNf} para ${texto}`}
                onClick={() => onChoose(at)}
              >
                Escolher
              </Button>
            </li>
          ))}
        </Rows>
      )}
    </li>
  );
}

function CandidateFacts({
  candidate: { nota, produto, quantidade, embalagem },
}: {
  candidate: ReturnCandidate;
}) {
  const asked = quantidade && `pede ${formatQuantity(quantidade)} ${embalagem?.unidade ?? ''}`.trim();
  return (
    <span className="what">
      <span>
        <strong>NF {nota.numNf}</strong> · {formatCalendarDate(nota.dtSai)}
      </span>
      <span className="second">
        {[
          `${produto.idExibicao} - ${produto.descNF}`,
          `disponível ${formatQuantity(produto.qtd)} ${produto.unidade}`,
          asked,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}
