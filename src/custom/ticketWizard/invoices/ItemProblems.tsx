import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { textsOf } from '../../../../contract/rules/problem.ts';
import type { TicketDraftItem } from '../../../../contract/rules/ticketDraft.ts';
import { useItems } from '../state/itemsContext.ts';
import { lineKey, removeLine } from '../state/itemTransitions.ts';

interface ItemProblemsProps {
  /** Leads to the invoice that holds the item. */
  onShow: (key: string, numNF: string) => void;
}

/** Items that were added and are not good (any more), each with the way to it. */
export function ItemProblems({ onShow }: ItemProblemsProps) {
  const { draft, problems, refused, textAt, change } = useItems();
  const texts = { ...textsOf(problems), ...refused };
  const wrong = draft.itens.flatMap((item, index) => {
    const own = Object.entries(texts).flatMap(([field, text]) =>
      field.startsWith(`itens.${index}.`) ? [text] : [],
    );
    return own.length > 0 ? [{ item, text: own.join(' ') }] : [];
  });
  const whole = textAt('itens');
  return (
    <>
      {whole && <Alert severity="error">{whole}</Alert>}
      {wrong.map(({ item, text }) => (
        <Alert
          key={`${item.nfe}/${item.produto_id}`}
          severity="error"
          action={
            <>
              <Button size="small" color="error" onClick={() => onShow(item.nfe, item.numNF)}>
                Ver na nota
              </Button>
              <Button
                size="small"
                color="error"
                onClick={() => change((now) => removeLine(now, lineKey(item)))}
              >
                Remover
              </Button>
            </>
          }
        >
          {nameOf(item)}: {text}
        </Alert>
      ))}
    </>
  );
}

const nameOf = ({ idExibicao, descricao, numNF }: TicketDraftItem) =>
  `${idExibicao} - ${descricao} (NF ${numNF})`;
