import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import type { WizardStepKey } from '#contract/catalogs/wizardStep.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import { ticketWording } from '#data/session.ts';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { waitingText } from '#src/resources/tickets/shared/draft/itemTransitions.ts';
import {
  ChosenInvoices,
  ChosenItems,
  ChosenProducts,
} from '#src/resources/tickets/shared/items/ItemsDialog.tsx';
import { isStaff } from '#src/resources/tickets/shared/ticketReader.ts';
import { type KeyValue, KeyValueList, Section } from '#ui/components/detail/Section.tsx';
import { FileRow, FileRows } from '#ui/components/files/FileList.tsx';
import { reasonPath, responsibleName, stepOfField, stepSummary } from '../state/stepState.ts';
import { useWizard, type Wizard } from '../state/wizardContext.ts';
import { ANSWER_STEPS } from './answerSteps.tsx';
import { LikeTickets } from './LikeTickets.tsx';

/** 'Confirme as informações': all answers, with a link back to each station; what may be left empty is answered right here. */
export function ConfirmStep() {
  const wizard = useWizard();
  const { steps, folded, problems, refused } = wizard;
  const texts = [...new Set([...problems.map(({ message }) => message), ...Object.values(refused)])];
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {texts.length > 0 && <Alert severity="error">{texts.join('\n')}</Alert>}
      <LikeTickets draft={wizard.draft} />
      <WaitingLines wizard={wizard} />
      {[...steps, ...folded].map(({ value }) => {
        if (value === 'CONFIRMACAO') return null;
        return steps.some((row) => row.value === value) ? (
          <Station key={value} step={value} wizard={wizard} />
        ) : (
          <FoldedStep key={value} step={value} wizard={wizard} />
        );
      })}
    </Box>
  );
}

interface ReviewedProps {
  step: AnsweredStep;
  wizard: Wizard;
}

type AnsweredStep = Exclude<WizardStepKey, 'CONFIRMACAO'>;

/** The answers of a station, and the way back to it. */
function Station({ step, wizard }: ReviewedProps) {
  return (
    <Section
      title={TITLES[step]}
      level={4}
      actions={
        <Button size="small" aria-label={`Alterar: ${TITLES[step]}`} onClick={() => wizard.goTo(step)}>
          Alterar
        </Button>
      }
    >
      {isIncomplete(step, wizard) && <Incomplete />}
      {CONTENT[step](wizard)}
    </Section>
  );
}

/** An optional step, which one press opens in its place; with something wrong in it, it is open. */
function FoldedStep({ step, wizard }: ReviewedProps) {
  const id = useId();
  const incomplete = isIncomplete(step, wizard);
  const [open, setOpen] = useState(incomplete);
  // It stays open when what was wrong has been mended.
  if (incomplete && !open) setOpen(true);
  const filled = stepSummary(step, wizard.draft) !== '';
  const Fields = ANSWER_STEPS[step];
  const word = open ? 'Recolher' : filled ? 'Alterar' : 'Incluir';
  return (
    <Section
      title={TITLES[step]}
      {...(!open && !filled && { description: OPTIONAL[step] ?? 'Opcional.' })}
      level={4}
      dense={!open && !filled}
      actions={
        <Button
          size="small"
          aria-label={`${word}: ${TITLES[step]}`}
          aria-expanded={open}
          aria-controls={id}
          disabled={incomplete || (open && wizard.uploads.going > 0)}
          onClick={() => setOpen(!open)}
        >
          {word}
        </Button>
      }
    >
      {/* Enter belongs to these fields: on the confirmation it would send the ticket. */}
      <div id={id} data-own-enter>
        {incomplete && <Incomplete />}
        {open ? <Fields /> : filled && CONTENT[step](wizard)}
      </div>
    </Section>
  );
}

const OPTIONAL: Partial<Record<WizardStepKey, string>> = {
  DETALHES: 'Mensagem e fotos, se houver.',
  NOTA_PRODUTOS: 'Produtos de notas fiscais, se houver.',
  PRODUTOS: 'Produtos sem nota, se houver.',
  NOTAS: 'Se houver.',
};

/** A refusal of the server counts as well. */
const isIncomplete = (step: WizardStepKey, { problems, refused, steps, folded }: Wizard): boolean =>
  [...problems.map(({ field }) => field), ...Object.keys(refused)].some(
    (field) => stepOfField(field, [...steps, ...folded]) === step,
  );

const Incomplete = () => (
  <Typography color="error" variant="body2" sx={{ mb: 2 }}>
    Falta completar este passo.
  </Typography>
);

/** Warns of products that were filled in but never added: sending now would silently leave them out. */
function WaitingLines({ wizard: { draft, steps, goTo } }: { wizard: Wizard }) {
  const text = waitingText(draft);
  if (text === '') return null;
  // Folded, it stands below.
  const isStation = steps.some(({ value }) => value === 'NOTA_PRODUTOS');
  return (
    <Alert
      severity="warning"
      action={
        isStation && (
          <Button size="small" color="inherit" onClick={() => goTo('NOTA_PRODUTOS')}>
            Adicionar
          </Button>
        )
      }
    >
      {text}
    </Alert>
  );
}

const TITLES: Record<AnsweredStep, string> = {
  SOLICITACAO: 'Solicitação',
  CLIENTE: 'Cliente e filial',
  PRODUTOS: 'Produtos',
  NOTAS: 'Notas fiscais',
  NOTA_PRODUTOS: 'Itens',
  PRORROGACAO: 'Prorrogação',
  DETALHES: 'Detalhes',
  TRANSPORTADORA: 'Transportadora',
};

const CONTENT: Record<AnsweredStep, (wizard: Wizard) => ReactNode> = {
  SOLICITACAO: ({ draft, type }) => (
    <Values
      items={[
        { label: 'Natureza', value: draft.menu?.descricao },
        { label: 'Tipo', value: draft.tipo?.desc },
        ...(type && type.usa_assunto > 0 ? [{ label: 'Assunto', value: draft.assunto.trim() }] : []),
        ...(draft.prioridade
          ? [{ label: 'Prioridade', value: rowOf(ticketPriority, draft.prioridade).label }]
          : []),
        ...(type?.motivos ? [{ label: 'Motivo', value: reasonPath(draft).join(' › ') }] : []),
      ]}
    />
  ),
  CLIENTE: ({ draft: { origem, cliente, filial, consumidorFinal: form } }) => (
    <Values
      items={[
        { label: 'Origem', value: origem?.descricao },
        ...(cliente
          ? [
              {
                label: isStaff() ? 'Cliente' : 'Você',
                value: <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} />,
              },
            ]
          : []),
        {
          label: isStaff() ? 'Filial' : 'Quem atende você',
          value: filial?.razSoc ?? (form ? 'A que atende o consumidor' : null),
        },
        ...(form
          ? [
              { label: 'Consumidor final', value: form.nome },
              { label: 'CPF ou CNPJ', value: formatDocument(form.documento) },
              { label: 'E-mail', value: form.email },
              ...(form.telefone ? [{ label: 'Telefone', value: formatPhone(form.telefone) }] : []),
            ]
          : []),
      ]}
    />
  ),
  PRODUTOS: () => <ChosenProducts />,
  NOTAS: () => <ChosenInvoices />,
  NOTA_PRODUTOS: () => <ChosenItems />,
  PRORROGACAO: ({ draft }) => (
    <Values
      items={[
        {
          label: 'Responsável',
          value: draft.responsavel_prorrogacao === 'REPRESENTANTE' ? 'Representante' : 'Transportadora',
        },
        { label: 'Nome', value: responsibleName(draft) },
        {
          label: 'Atraso',
          value: draft.dias_atraso_prorrogacao && formatCount(draft.dias_atraso_prorrogacao, 'dia', 'dias'),
        },
      ]}
    />
  ),
  DETALHES: ({ draft: { mensagem, arquivos }, uploads }) => (
    <>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {mensagem.trim() || '—'}
      </Typography>
      {arquivos.length > 0 && (
        <FileRows aria-label={ticketWording('Arquivos do ticket')}>
          {arquivos.map((file) => (
            <FileRow key={file.id} name={file.nome} bytes={file.tamanho} thumb={uploads.thumbOf(file)} />
          ))}
        </FileRows>
      )}
    </>
  ),
  TRANSPORTADORA: ({ draft }) => (
    <Values items={[{ label: 'Transportadora', value: draft.transportadora?.razSoc }]} />
  ),
};

const Values = ({ items }: { items: KeyValue[] }) => <KeyValueList items={items} pairWidth={180} />;
