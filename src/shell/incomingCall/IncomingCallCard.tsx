import CallOutlined from '@mui/icons-material/CallOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';

import LinkButton from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import { useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import {
  type Caller,
  type IncomingCall,
  incomingCallRoutes,
} from '#contract/callcenter/agendas/incomingCalls.ts';
import { isMask } from '#contract/rules/privacy/masks.ts';
import { useRoute } from '#data/useRoute.ts';
import { useRegistration } from '#src/resources/customers/shared/useRegistration.ts';
import { REPEAT_LAST_ORDER, useRepeatLastOrder } from '#src/resources/orders/shared/useRepeatLastOrder.ts';
import { Button } from '#ui/components/Button.tsx';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useIsPhone } from '#ui/theme/windowWidth.ts';
import { CallerFacts } from './CallerFacts.tsx';
import { CallOutcomes } from './CallOutcomes.tsx';

/**
 * The call that comes in on the person's line, in the corner of whatever is on the screen. It takes no focus and closes nothing; F8
 * opens it and goes back.
 */
export function IncomingCallCard({ gone, onHide, onBack, onEnd }: IncomingCallCardProps) {
  const answer = useRoute(incomingCallRoutes.mine, {}, { staleTime: 0, retry: 2 });
  if (!answer.data && answer.isError)
    return <FailureCard onRetry={() => void answer.refetch()} onHide={() => onEnd(0)} />;
  // A call that was shown stays when it cannot be asked for again.
  const call = answer.data?.data;
  if (!call) return null;
  if (call.id === gone) return <TakenOff onBack={onBack} />;
  return <Card key={call.id} call={call} onHide={() => onHide(call.id)} onSettled={() => onEnd(call.id)} />;
}

interface IncomingCallCardProps {
  /** The call that the person took off the screen, which its end does not bring back. */
  gone: number;
  onHide: (id: number) => void;
  onBack: () => void;
  /** Called when nothing is left to be said of the call. */
  onEnd: (id: number) => void;
}

function TakenOff({ onBack }: { onBack: () => void }) {
  useShortcuts('Ligação', [
    { keys: 'f8', label: 'Trazer a ligação de volta', everywhere: true, run: onBack },
  ]);
  return null;
}

function FailureCard({ onRetry, onHide }: { onRetry: () => void; onHide: () => void }) {
  return (
    <Frame role="region" aria-label="Ligação recebida" elevation={8} data-above={useIsAbove()}>
      <Head>
        <CallOutlined color="disabled" aria-hidden />
        <div role="alert" style={{ minWidth: 0, flex: 1 }}>
          Não foi possível ver quem está ligando.
        </div>
        <Button size="small" onClick={onRetry}>
          Tentar novamente
        </Button>
        <IconButton size="small" aria-label="Tirar o aviso da tela" onClick={onHide}>
          <CloseOutlined />
        </IconButton>
      </Head>
    </Frame>
  );
}

/** At the bottom the card would lie over the buttons of a dialog, and over those of a form on a phone. */
function useIsAbove(): boolean {
  const hasDialog = useSyncExternalStore(watchDialogs, isDialogOpen);
  return useIsPhone() || hasDialog;
}

const isDialogOpen = () => document.querySelector('[aria-modal]') !== null;

/** Dialogs stand in the body itself. */
function watchDialogs(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

interface CardProps {
  call: IncomingCall;
  onHide: () => void;
  onSettled: () => void;
}

function Card({ call, onHide, onSettled }: CardProps) {
  const isAbove = useIsAbove();
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const { clientes } = call;
  const only = clientes.length === 1 ? clientes[0] : undefined;
  const caller = clientes.find(({ id }) => id === chosen) ?? only;
  const back = () => {
    setIsOpen(false);
    if (before.current instanceof HTMLElement && card.current?.contains(document.activeElement))
      before.current.focus();
  };
  const open = () => {
    before.current = document.activeElement;
    setIsOpen(true);
    // A dialog keeps the focus within itself.
    if (!isDialogOpen()) setTimeout(() => card.current?.focus());
  };
  const toggle = () => (isOpen ? back() : open());
  useShortcuts('Ligação', [
    { keys: 'f8', label: 'Abrir ou recolher a ligação', everywhere: true, run: toggle },
  ]);
  return (
    <Frame
      ref={card}
      role="region"
      aria-label="Ligação recebida"
      tabIndex={-1}
      elevation={8}
      data-above={isAbove}
      onKeyDown={({ key }) => key === 'Escape' && isOpen && back()}
    >
      <Head>
        <CallOutlined color={call.situacao === 'TOCANDO' ? 'success' : 'disabled'} aria-hidden />
        <div role="status" style={{ minWidth: 0, flex: 1 }}>
          <strong>{caller ? caller.fant || caller.razSoc : whoText(call)}</strong>
          <small>
            {STATUS[call.situacao]}
            {call.numero && ` · ${call.numero}`}
          </small>
        </div>
        <Key aria-hidden>F8</Key>
        <IconButton
          size="small"
          aria-label={isOpen ? 'Recolher a ligação' : 'Abrir a ligação'}
          aria-keyshortcuts="F8"
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <ExpandMoreOutlined sx={{ transform: isOpen === isAbove ? 'rotate(180deg)' : 'none' }} />
        </IconButton>
        <IconButton size="small" aria-label="Tirar a ligação da tela" onClick={onHide}>
          <CloseOutlined />
        </IconButton>
      </Head>
      {isOpen && (
        <Body>
          {caller ? (
            <Known caller={caller} onBack={only ? undefined : () => setChosen(null)} />
          ) : clientes.length > 0 ? (
            <Choice call={call} onChoose={setChosen} />
          ) : (
            <Unknown numero={call.numero} onDone={setChosen} />
          )}
          <CallOutcomes
            // What was chosen for one customer is not said of another.
            key={caller?.id ?? chosen}
            call={call}
            idCli={caller?.id ?? chosen}
            onSettled={onSettled}
          />
        </Body>
      )}
    </Frame>
  );
}

const STATUS = { TOCANDO: 'Tocando', ATENDIDA: 'Em ligação', ENCERRADA: 'Ligação encerrada' } as const;

function whoText({ numero, clientes, mais }: IncomingCall): string {
  if (clientes.length > 0) return `${mais ? 'Mais de ' : ''}${clientes.length} clientes com este número`;
  return numero ? 'Número desconhecido' : 'Número não informado';
}

function Known({ caller, onBack }: { caller: Caller; onBack: (() => void) | undefined }) {
  const { can } = useCan();
  const repeats = useRepeatLastOrder();
  useShortcuts('Ligação', [
    {
      ...{ keys: 'f9', label: REPEAT_LAST_ORDER, everywhere: true, enabled: repeats.may },
      run: () => repeats.repeat(caller.id),
    },
  ]);
  return (
    <>
      <CallerFacts caller={caller} />
      <Row>
        {(can('CLIENTE') || can('SAC_CLIENTE_PESQUISAR')) && (
          <LinkButton variant="contained" size="small" component={Link} to={`/clientes/${caller.id}`}>
            Abrir cliente
          </LinkButton>
        )}
        {repeats.may && (
          <Button
            size="small"
            variant="outlined"
            startIcon={<ReplayOutlined />}
            endIcon={<Key aria-hidden>F9</Key>}
            loading={repeats.isPending(caller.id)}
            loadingPosition="start"
            aria-keyshortcuts="F9"
            onClick={() => repeats.repeat(caller.id)}
          >
            {REPEAT_LAST_ORDER}
          </Button>
        )}
        {onBack && (
          <Button size="small" color="inherit" onClick={onBack}>
            Escolher outro
          </Button>
        )}
      </Row>
    </>
  );
}

function Choice({ call, onChoose }: { call: IncomingCall; onChoose: (id: number) => void }) {
  return (
    <>
      <p>Quem está ligando?</p>
      <List>
        {call.clientes.map((caller) => (
          <li key={caller.id}>
            <Button
              fullWidth
              color="inherit"
              variant="outlined"
              size="small"
              sx={{ justifyContent: 'flex-start', textAlign: 'left' }}
              onClick={() => onChoose(caller.id)}
            >
              {[caller.fant || caller.razSoc, caller.contato].filter(Boolean).join(' · ')}
            </Button>
          </li>
        ))}
      </List>
      {call.mais && <p>Há outros com o mesmo número: busque pelo nome.</p>}
    </>
  );
}

function Unknown({ numero, onDone }: { numero: string; onDone: (id: number) => void }) {
  const { can } = useCan();
  const { mayRegister, register } = useRegistration();
  const callerData = numero !== '' && !isMask(numero) ? { contatos: { telefone1: numero } } : {};
  return (
    <>
      <p>{numero ? 'Nenhum cliente seu tem este número.' : 'A central não informou o número.'}</p>
      <Row>
        {(can('CLIENTE') || can('SAC_CLIENTE_PESQUISAR')) && (
          <LinkButton size="small" variant="outlined" component={Link} to="/clientes">
            Buscar pelo nome
          </LinkButton>
        )}
        {mayRegister && (
          <Button size="small" variant="outlined" onClick={() => register({ known: callerData, onDone })}>
            Cadastrar cliente
          </Button>
        )}
      </Row>
    </>
  );
}

const Frame = styled(Paper)(({ theme }) => ({
  position: 'fixed',
  right: 16,
  bottom: 16,
  width: 360,
  maxWidth: 'calc(100vw - 16px)',
  maxHeight: 'calc(100dvh - 80px)',
  overflowY: 'auto',
  zIndex: theme.zIndex.snackbar,
  border: `1px solid ${theme.vars.palette.components.linha}`,
  outlineOffset: 2,
  [theme.breakpoints.down('sm')]: { right: 8 },
  // Below the bar.
  '&[data-above=true]': { top: 64, bottom: 'auto' },
  '@media print': { display: 'none' },
}));

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '10px 8px 10px 14px',
  '& strong, & small': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

const Key = styled('kbd')(({ theme }) => ({
  fontSize: '0.6875rem',
  color: theme.vars.palette.text.secondary,
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));

const Body = styled('div')({ display: 'grid', gap: 12, padding: '0 14px 14px', '& p': { margin: 0 } });
const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });
const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 6 });
