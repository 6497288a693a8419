import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useState } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import type { Problem } from '#contract/rules/problem.ts';
import { reasonsOfPath, shownLevels } from '#contract/rules/tickets/ticketType.ts';
import { type MenuTicketType, ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { type TicketItem, ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useItemsChoice } from '../products/useItemsChoice.ts';
import { chooseReasonAt, pathOf } from '../shared/draft/draftTransitions.ts';
import { type ItemsChoice, ItemsContext } from '../shared/draft/itemsChoice.ts';
import { waitingText } from '../shared/draft/itemTransitions.ts';
import { InvoiceProductsStep } from '../shared/items/InvoiceProductsStep.tsx';
import { InvoicesStep } from '../shared/items/InvoicesStep.tsx';
import { ChosenInvoices, ChosenItems, ChosenProducts } from '../shared/items/ItemsDialog.tsx';
import { CarrierField, ExtensionStep } from '../shared/items/OptionField.tsx';
import { ProductsStep } from '../shared/items/ProductsStep.tsx';
import type { MoveDraft } from './moveInput.ts';

interface TypeAnswersProps {
  ticket: Ticket;
  value: MoveDraft['answers'];
  onChange: (answers: MoveDraft['answers']) => void;
  /** Called with what keeps the given answers from being sent. */
  onProblems: (problems: readonly Problem[]) => void;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
}

/** What the new type asks at the opening; the ticket's own answers count, so only the reasons are always asked again. */
export function TypeAnswers(props: TypeAnswersProps) {
  const { data: types } = useRoute(ticketCatalogRoutes.types, {});
  const type = types?.find(({ id }) => id === props.value.tipo?.id);
  const goods = useRoute(ticketItemRoutes.products, { params: { idTicket: props.ticket.id } });
  if (!type) return types ? null : <FormSkeleton fields={2} />;
  // What the ticket has already is only a hint, so the rest does not wait for it.
  return <Answers key={type.id} {...props} type={type} items={goods.data} />;
}

interface AnswersProps extends TypeAnswersProps {
  type: MenuTicketType;
  items: readonly TicketItem[] | undefined;
}

function Answers({ ticket, type, items, value, onChange, onProblems, errors, disabled }: AnswersProps) {
  const { choice, blocked } = useItemsChoice({ ticket, type, draft: value, onChange, errors });
  useEffect(() => {
    onProblems(blocked ? [{ field: 'itens', message: blocked }] : []);
    return () => onProblems([]);
  }, [blocked, onProblems]);
  return (
    <ItemsContext.Provider value={choice}>
      <TextAnswers ticket={ticket} type={type} choice={choice} disabled={disabled} />
      <Box inert={disabled} sx={{ display: 'grid', gap: 4 }}>
        <Goods ticket={ticket} type={type} items={items} choice={choice} />
        {type.usa_prorrogacao > 0 && (
          <Box component="section" aria-label="Prorrogação" sx={{ display: 'grid', gap: 2 }}>
            <Typography component="h3" variant="subtitle2">
              Prorrogação
            </Typography>
            {ticket.prorrogacao && (
              <Hint>{ticketWording('O ticket já tem estes dados. Preencha só o que muda.')}</Hint>
            )}
            <ExtensionStep />
          </Box>
        )}
        {type.usa_transportadora > 0 && <CarrierField required={false} error={errors.transportadora_id} />}
      </Box>
    </ItemsContext.Provider>
  );
}

interface PartProps {
  ticket: Ticket;
  type: MenuTicketType;
  choice: ItemsChoice;
}

/** Subject, reasons and message. */
function TextAnswers({ ticket, type, choice, disabled }: PartProps & { disabled: boolean }) {
  const { draft, change, textAt } = choice;
  const path = pathOf(draft);
  const informs = reasonsOfPath(type.motivos, path).some(({ informa }) => informa);
  return (
    <>
      {type.usa_assunto > 0 && (
        <TextField
          label="Assunto"
          required={type.usa_assunto === 2 && !ticket.assunto}
          value={draft.assunto}
          onChange={({ target }) => change((now) => ({ ...now, assunto: target.value }))}
          disabled={disabled}
          error={Boolean(textAt('assunto'))}
          helperText={textAt('assunto')}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      )}
      {shownLevels(type.motivos, path).map(({ level, label, required, options, chosen }) => (
        <ChoiceField
          key={level}
          label={`${label} do novo tipo`}
          required={required}
          value={chosen?.id ?? null}
          onChange={(id: number | null) => change((now) => chooseReasonAt(now, type, level, id))}
          disabled={disabled}
          error={Boolean(textAt(`motivo${level}`))}
          helperText={textAt(`motivo${level}`)}
          choices={options.map(({ id, descricao }) => ({ value: id, label: descricao }))}
          none={required ? undefined : 'Nenhum'}
        />
      ))}
      {(type.usa_mensagem === 2 || informs) && (
        <TextField
          label="Mensagem"
          required={false}
          multiline
          minRows={2}
          value={draft.mensagem}
          onChange={({ target }) => change((now) => ({ ...now, mensagem: target.value }))}
          disabled={disabled}
          error={Boolean(textAt('mensagem'))}
          helperText={textAt('mensagem') ?? 'O cliente lê esta mensagem. Vazia, vale a da abertura.'}
        />
      )}
    </>
  );
}

/** Products and invoices, each kind opened at once if the type demands it and the ticket has none. */
function Goods({ ticket, type, items, choice }: PartProps & { items: readonly TicketItem[] | undefined }) {
  const { draft } = choice;
  if (type.usa_nota_produto + type.usa_produto + type.usa_nota === 0) return null;
  // Which part opens depends on what the ticket has.
  if (!items) return <FormSkeleton fields={1} />;
  const bought = items.filter(({ avulso }) => !avulso).length;
  const loose = items.length - bought;
  const isAnalysed = items.some(({ status }) => status !== 'AN');
  const waiting = waitingText(draft);
  return (
    <>
      {isAnalysed && type.usa_nota_produto + type.usa_produto > 0 && (
        <Alert severity="info">
          {ticketWording('Os produtos do ticket já foram analisados e ficam como estão.')}
        </Alert>
      )}
      {waiting && <Alert severity="warning">{waiting}</Alert>}
      {type.usa_nota_produto > 0 && !isAnalysed && (
        <Part
          title="Produtos de notas fiscais"
          demanded={type.usa_nota_produto === 2 && bought === 0}
          has={bought > 0 && formatCount(bought, 'produto de nota', 'produtos de notas')}
          chosen={draft.itens.length > 0 && <ChosenItems removable />}
        >
          <InvoiceProductsStep />
        </Part>
      )}
      {type.usa_produto > 0 && !isAnalysed && (
        <Part
          title="Produtos sem nota"
          demanded={type.usa_produto === 2 && loose === 0}
          has={loose > 0 && formatCount(loose, 'produto sem nota', 'produtos sem nota')}
          chosen={draft.itensAvulsos.length > 0 && <ChosenProducts removable />}
        >
          <ProductsStep />
        </Part>
      )}
      {type.usa_nota > 0 && (
        <Part
          title="Notas fiscais"
          demanded={type.usa_nota === 2 && ticket.notas.length === 0 && bought === 0}
          has={ticket.notas.length > 0 && `NF ${ticket.notas.map(({ numNf }) => numNf).join(', ')}`}
          chosen={draft.notas.length > 0 && <ChosenInvoices removable />}
        >
          <InvoicesStep />
        </Part>
      )}
    </>
  );
}

interface PartOfGoodsProps {
  title: string;
  /** Whether the change is refused without it. */
  demanded: boolean;
  /** What the ticket has of it already. */
  has: string | false;
  /** What was chosen here, shown also while the search is folded. */
  chosen: ReactNode;
  children: ReactNode;
}

function Part({ title, demanded, has, chosen, children }: PartOfGoodsProps) {
  const [open, setOpen] = useState(demanded);
  const [opened, setOpened] = useState(demanded);
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {chosen}
      <Box
        component="details"
        open={open}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open);
          setOpened(true);
        }}
        sx={{ minWidth: 0, '& summary': { cursor: 'pointer', typography: 'subtitle2', py: 1 } }}
      >
        <summary>
          {title}
          {demanded && ' *'}
        </summary>
        {has && <Hint>{ticketWording(`O ticket já tem ${has}.`)}</Hint>}
        {opened && <Box sx={{ pt: 3 }}>{children}</Box>}
      </Box>
    </Box>
  );
}

const Hint = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
    {children}
  </Typography>
);
