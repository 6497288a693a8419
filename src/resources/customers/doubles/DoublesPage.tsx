import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { customerDoubleRoutes, LikelyDouble } from '#contract/callcenter/customers/customerDoubles.ts';
import { pairKey, signsText } from '#contract/rules/customers/customerDoubles.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { focusHeadingIfLost } from '#ui/shell/focus.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { CustomerLabel, CustomerPanelLink } from '../shared/CustomerLabel.tsx';
import { DismissedActions, ProposedActions } from './PairActions.tsx';

/** `/clientes/duplicados`: registrations that are probably the same customer, to merge them or to say that they are not. */
export function DoublesPage() {
  return (
    <RequirePermission permission="CLIENTES_UNIR">
      <Doubles />
    </RequirePermission>
  );
}

const NONE: LikelyDouble[] = [];
const keyOf = ({ cliente, outro }: LikelyDouble) => pairKey(cliente.id, outro.id);

const VIEWS = [
  { value: 'UNIR', label: 'Para unir', at: null },
  { value: 'LIGAR', label: 'Com dois documentos', at: 'documentos' },
  { value: 'DESCARTADOS', label: 'Não são o mesmo', at: 'descartados' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** The view and where each part before this one ended, in the address, so that whoever comes back from a customer goes on there. */
function useDoublesAddress() {
  const [search, setSearch] = useSearchParams();
  const view: View = VIEWS.find(({ at }) => at !== null && at === search.get('ver'))?.value ?? 'UNIR';
  const ends = search.getAll('depoisDe').map(Number).filter(isCode);
  const show = (chosen: View, after: readonly number[] = []) => {
    const search = new URLSearchParams(after.map((end) => ['depoisDe', String(end)]));
    const at = VIEWS.find(({ value }) => value === chosen)?.at;
    if (at) search.set('ver', at);
    setSearch(search, { replace: true });
  };
  return { view, ends, show };
}

const isCode = (value: number) => Number.isSafeInteger(value) && value > 0;

function Doubles() {
  const { view, ends, show } = useDoublesAddress();
  // A button that was pressed stays until the answer is there, and with it the focus.
  const [held, setHeld] = useState(false);
  const { can } = useCan();
  const dismissed = view === 'DESCARTADOS';
  const depoisDe = ends.at(-1);
  const answer = useRoute(customerDoubleRoutes.list, {
    query: {
      ...(dismissed && { descartados: true }),
      ...(view === 'LIGAR' && { comDocumentos: true }),
      ...(depoisDe !== undefined && { depoisDe }),
    },
  });
  const next = answer.data?.continua ?? null;
  const rows = answer.data?.itens ?? NONE;
  const isWaiting = answer.isPending && held;
  useFocusAfterRows(answer.data && [view, ...ends, ...rows.map(keyOf)].join(' '));
  const turn = (after: readonly number[]) => {
    setHeld(true);
    show(view, after);
  };
  return (
    <Page title="Possíveis duplicados">
      <Tabs
        value={view}
        aria-label="Situação dos pares"
        onChange={(_, chosen: View) => {
          setHeld(false);
          show(chosen);
        }}
      >
        {VIEWS.map(({ value, label }) => (
          <Tab key={value} value={value} label={label} />
        ))}
      </Tabs>
      {!can('DADOS_PESSOAIS') && !dismissed && (
        <Alert severity="info" sx={{ mt: 3 }}>
          {view === 'LIGAR'
            ? 'Telefones, e-mails e CNPJs não são comparados, porque seu perfil não vê os dados pessoais por inteiro.'
            : 'Telefones e e-mails não são comparados, porque seu perfil não os vê por inteiro.'}
        </Alert>
      )}
      <DataTable
        label="Possíveis duplicados"
        columns={dismissed ? DISMISSED : PROPOSED}
        rows={rows}
        rowId={keyOf}
        loading={answer.isPending}
        answer={answer}
        rowActions={ACTIONS[view]}
        actionsWidth={WIDTHS[view]}
        empty={<NoPairs view={view} goesOn={next !== null} />}
      />
      {(ends.length > 0 || next !== null || isWaiting) && (
        <Stack direction="row" sx={{ gap: 2, mt: 3, justifyContent: 'flex-end' }}>
          {(ends.length > 0 || isWaiting) && (
            <Button color="inherit" disabled={isWaiting} onClick={() => turn(ends.slice(0, -1))}>
              Anteriores
            </Button>
          )}
          {(next !== null || isWaiting) && (
            <Button
              variant="outlined"
              disabled={next === null}
              onClick={() => next !== null && turn([...ends, next])}
            >
              Continuar
            </Button>
          )}
        </Stack>
      )}
    </Page>
  );
}

/** What was pressed may be gone with the row or the part that it belonged to. `shown` is undefined until the rows are there. */
function useFocusAfterRows(shown: string | undefined) {
  const before = useRef(shown);
  useEffect(() => {
    if (shown === undefined) return;
    // A button that is there again takes the focus back first.
    if (before.current !== undefined && before.current !== shown) setTimeout(focusHeadingIfLost);
    before.current = shown;
  }, [shown]);
}

interface NoPairsProps {
  view: View;
  /** Not every registration has been read yet. */
  goesOn: boolean;
}

function NoPairs({ view, goesOn }: NoPairsProps) {
  if (view === 'DESCARTADOS')
    return (
      <EmptyState
        title="Nenhum par descartado"
        text="O que você disser que não é o mesmo cliente fica aqui, e pode voltar a ser proposto."
      />
    );
  return goesOn ? (
    <EmptyState
      title="Nenhum par nesta parte dos cadastros"
      text="Continue para conferir os cadastros mais antigos."
    />
  ) : (
    <EmptyState
      title="Nenhum possível duplicado"
      text={
        view === 'UNIR'
          ? 'São comparados os cadastros sem CPF ou CNPJ com os demais: telefone, e-mail, nome, cidade e inscrição estadual.'
          : 'São comparados a raiz do CNPJ, telefone, e-mail, nome, cidade e inscrição estadual. Clientes com dois documentos não se unem, mas podem ser ligados em grupo.'
      }
    />
  );
}

const customerColumn = (
  name: 'cliente' | 'outro',
  more: Partial<Column<LikelyDouble>> = {},
): Column<LikelyDouble> =>
  fieldColumn(LikelyDouble, name, {
    minWidth: 220,
    render: ({ [name]: { id, fant, razSoc } }) => (
      <CustomerPanelLink id={id}>
        <CustomerLabel id={id} tradeName={fant} legalName={razSoc} />
      </CustomerPanelLink>
    ),
    second: ({ [name]: { documento, cidade, uf } }) =>
      [formatDocument(documento), [cidade, uf].filter(Boolean).join('/')].filter(Boolean).join(' · '),
    ...more,
  });

const BOTH: readonly Column<LikelyDouble>[] = [
  customerColumn('cliente', { card: 'title' }),
  // Both are customers: the second is told apart.
  customerColumn('outro', { label: 'Outro cadastro', card: 'fact' }),
];

const PROPOSED: readonly Column<LikelyDouble>[] = [
  ...BOTH,
  fieldColumn(LikelyDouble, 'motivos', {
    minWidth: 200,
    card: 'fact',
    // In words, as the signs are codes.
    render: ({ motivos }) => signsText(motivos),
  }),
];

const DISMISSED: readonly Column<LikelyDouble>[] = [
  ...BOTH,
  fieldColumn(LikelyDouble, 'descartado', {
    // The field says of a pair whether it is dismissed; here all are.
    label: 'Quem disse',
    minWidth: 200,
    card: 'fact',
    render: ({ descartado }) =>
      descartado && (
        <>
          {descartado.por} <SecondaryText>{formatDateTime(descartado.em, ownZone())}</SecondaryText>
        </>
      ),
  }),
];

const ACTIONS: Readonly<Record<View, (pair: LikelyDouble) => ReactNode>> = {
  UNIR: (pair) => <ProposedActions pair={pair} links={false} />,
  LIGAR: (pair) => <ProposedActions pair={pair} links />,
  DESCARTADOS: (pair) => <DismissedActions pair={pair} />,
};
const WIDTHS: Readonly<Record<View, number>> = { UNIR: 210, LIGAR: 270, DESCARTADOS: 150 };
