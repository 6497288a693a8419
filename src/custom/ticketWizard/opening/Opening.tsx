import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { platformRoutes } from '#contract/config/platform.ts';
import { formatCount } from '#contract/rules/format.ts';
import { allFiles, initialOrigin, savedDraft, TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import { typesFor } from '#contract/rules/tickets/ticketWizard.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import { type CustomerOption, customerRoutes } from '#contract/sac/customers.ts';
import { type TicketMenu, ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { currentInitialLoad, ticketWording } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import {
  chooseCustomer,
  restoreDraft,
  startDraft,
} from '#src/resources/tickets/shared/draft/draftTransitions.ts';
import { wizardPerson } from '#src/resources/tickets/shared/draft/wizardPerson.ts';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { openDraft, type SavedVersion } from '#ui/drafts/draftSaver.ts';
import { fieldsOf } from '#ui/drafts/draftTexts.ts';
import { KeptDrafts } from '#ui/drafts/KeptDrafts.tsx';
import { Answered, EmptyState, errorText, together } from '#ui/shell/states/StateMessage.tsx';
import { storedOrigin } from '../state/originStorage.ts';
import { DRAFT_PARAMS } from '../state/useDraftSaver.ts';
import type { Wizard } from '../state/wizardContext.ts';
import { CustomerField } from '../steps/CustomerField.tsx';
import { MenuChooser, MenuChooserSkeleton } from './MenuChooser.tsx';

const ticketDraftFields = fieldsOf(TicketDraft);

/** The initial state of the steps. */
export interface Start {
  draft: TicketDraft;
  /** Whether a saved draft is being resumed. */
  restored: boolean;
  /** The draft version stored on the server. */
  found: SavedVersion | null;
  menus: readonly TicketMenu[];
  origins: Wizard['origins'];
  /** Whether the customer was chosen here, and there is nothing that the step about them has to say. */
  customerKnown: boolean;
}

interface OpeningProps {
  titleId: string;
  closing: RefObject<() => void>;
  onClose: () => void;
  onStart: (start: Start) => void;
  /** The customer for whom it was opened. */
  wanted: number | null;
}

/** Offers to resume an unfinished ticket, or asks what the new one is about. */
export function Opening({ titleId, closing, onClose, onStart, wanted }: OpeningProps) {
  useLayoutEffect(() => {
    closing.current = onClose;
  });
  const person = useMemo(() => wizardPerson(currentInitialLoad()), []);
  const catalog = useRoute(ticketCatalogRoutes.menus, {});
  const origins = useRoute(ticketCatalogRoutes.origins, {});
  // Refetched on every opening, since another device may have continued the draft.
  const saved = useQuery({
    queryKey: ['rascunho', DRAFT_PARAMS.objeto],
    queryFn: () => openDraft(DRAFT_PARAMS.objeto, savedDraft),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const discarded = useDiscardedDraft();
  const { customer, choose, isLoading } = useOpeningCustomer(wanted);
  const menus = useMemo(() => offered(catalog.data ?? [], person.consumer), [catalog.data, person]);

  const answer = together(catalog, origins, saved);
  const pending = !answer.data && !answer.error;
  const found = discarded.done ? null : (saved.data?.found ?? null);
  const content = found && (saved.data?.value ?? null);
  const shared = { found, menus, origins: origins.data ?? [] };
  const start = (menu: TicketMenu) => {
    const origin = initialOrigin(shared.origins, storedOrigin(person.consumer));
    const draft = startDraft(menu, origin, person);
    onStart({
      ...shared,
      draft: customer ? chooseCustomer(draft, customer) : draft,
      restored: false,
      customerKnown: customer !== null && !customer.motivoBloqueio,
    });
  };

  return (
    <>
      <header style={{ display: 'flex', alignItems: 'center', gap: 8, padding: '16px 16px 4px 24px' }}>
        <Typography id={titleId} variant="h2" component="h2" sx={{ flex: 1 }}>
          {pending
            ? ticketWording('Abrir novo ticket')
            : content
              ? ticketWording('Você tem um ticket começado')
              : 'Escolha um tipo de solicitação'}
        </Typography>
        <IconButton aria-label="Fechar" onClick={onClose}>
          <CloseOutlined />
        </IconButton>
      </header>
      <DialogContent>
        <KeptDrafts drafts={saved.data?.kept ?? []} fields={ticketDraftFields} />
        <Answered answer={answer} skeleton={<MenuChooserSkeleton />}>
          {() =>
            content && found ? (
              <ResumeChoice
                draft={content}
                savedAt={found.atualizado}
                zone={person.zoneOf()}
                busy={discarded.running}
                problem={discarded.problem}
                onResume={() =>
                  onStart({
                    ...shared,
                    draft: restoreDraft(content, menus, person),
                    restored: true,
                    customerKnown: false,
                  })
                }
                onDiscard={discarded.discard}
              />
            ) : menus.length === 0 ? (
              <EmptyState
                title="Nenhum tipo de solicitação disponível"
                text={ticketWording(
                  'Peça a um administrador que libere um tipo de ticket para o seu perfil.',
                )}
              />
            ) : (
              <>
                {!person.consumer && (
                  <CustomerField
                    label="Cliente"
                    required={false}
                    value={customer}
                    onChange={choose}
                    helperText={
                      customer?.motivoBloqueio
                        ? `Cliente bloqueado: ${customer.motivoBloqueio}`
                        : 'Com o cliente, o motivo e a origem do último ticket já vêm propostos.'
                    }
                  />
                )}
                {isLoading ? <MenuChooserSkeleton /> : <MenuChooser menus={menus} onChoose={start} />}
              </>
            )
          }
        </Answered>
      </DialogContent>
    </>
  );
}

/** Who the ticket is for, if that is known before the steps: the one it was opened for, until somebody else is chosen. */
function useOpeningCustomer(wanted: number | null) {
  const [chosen, choose] = useState<CustomerOption | null>();
  const { data, isLoading } = useRoute(
    customerRoutes.get,
    { params: { idCli: wanted ?? 0 } },
    { enabled: wanted !== null && chosen === undefined },
  );
  return { customer: chosen === undefined ? (data?.data ?? null) : chosen, choose, isLoading };
}

/**
 * Menus that contain a type available to this person. The sentence of a menu tells of all its types, so that it would promise
 * too much where only some are available.
 */
const offered = (menus: readonly TicketMenu[], consumer: boolean): TicketMenu[] =>
  menus
    .map((menu) => {
      const tipos = typesFor(menu.tipos, { consumer });
      return { ...menu, tipos, frase: tipos.length < menu.tipos.length ? '' : menu.frase };
    })
    .filter(({ tipos }) => tipos.length > 0);

/** 'Começar de novo': discards the saved draft. */
function useDiscardedDraft() {
  const [done, setDone] = useState(false);
  const command = useRouteCommand(platformRoutes.removeDraft, { onSuccess: () => setDone(true) });
  return {
    done,
    running: command.isPending,
    problem: command.error ? errorText(command.error) : null,
    discard: () => command.mutate({ params: DRAFT_PARAMS }),
  };
}

interface ResumeChoiceProps {
  draft: TicketDraft;
  /** ISO instant. */
  savedAt: string;
  zone: TimeZone;
  busy: boolean;
  problem: string | null;
  onResume: () => void;
  onDiscard: () => void;
}

/** An unfinished ticket: its contents, and the choice to continue or start over. */
function ResumeChoice({ draft, savedAt, zone, busy, problem, onResume, onDiscard }: ResumeChoiceProps) {
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
