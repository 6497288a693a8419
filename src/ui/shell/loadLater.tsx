import SystemUpdateOutlined from '@mui/icons-material/SystemUpdateAltOutlined';
import {
  type ComponentProps,
  type ComponentType,
  type FunctionComponent,
  lazy,
  useState,
  useSyncExternalStore,
} from 'react';
import { pendingCallCount } from '#data/http.ts';
import { Button } from '#ui/components/Button.tsx';
import { isOutdated, servedVersion } from './newVersion.ts';
import { isMissingPart, StateMessage } from './states/StateMessage.tsx';

/** Screens and dialogs whose code is being fetched. */
let pendingParts = 0;

/** Fetches the code before the screen is first shown, which then appears without a skeleton. */
interface Preloadable {
  preload: () => Promise<void>;
}

/**
 * A screen or dialog whose code is loaded when it is first shown: `lazyScreen(() => import('./X.tsx'), 'X')`. If it cannot be
 * loaded, `Missing` takes its place.
 */
export const lazyScreen = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  Missing: ComponentType<ComponentProps<typeof MissingPart>> = MissingPart,
): FunctionComponent<PropsOf<Module[Name]>> & Preloadable => {
  type Part = ComponentType<PropsOf<Module[Name]>>;
  let Loaded: Part | null = null;
  const part = async () => {
    pendingParts += 1;
    try {
      Loaded = (await load())[name] as Part;
      return Loaded;
    } finally {
      pendingParts -= 1;
    }
  };
  const Fetched = lazy(async () => {
    try {
      return { default: await part() };
    } catch (error) {
      if (!isMissingPart(error)) throw error;
      return { default: loadedAgain(part, Missing, await isOutdated()) };
    }
  }) as unknown as Part;
  function Screen(props: PropsOf<Module[Name]>) {
    // React shows a fallback for 300 ms at least, even for code that has long been here. What is mounted stays the same.
    const [Shown] = useState<Part>(() => Loaded ?? Fetched);
    return <Shown {...props} />;
  }
  return Object.assign(Screen, {
    preload: async () => {
      // The screen itself says that its code is missing.
      await part().catch(() => undefined);
    },
  });
};

/** Of the named component alone: a file may export several. */
type PropsOf<Part> = Part extends ComponentType<infer Props extends object> ? Props : never;

/** React never loads a part again that once failed, so that this component does. */
function loadedAgain<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<ComponentProps<typeof MissingPart>>,
  outdated: boolean,
): ComponentType<Props> {
  let Found: ComponentType<Props> | null = null;
  return function LoadedAgain(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => Found);
    const retry = async () => {
      try {
        Found = await load();
        setPart(() => Found);
        return true;
      } catch {
        return false;
      }
    };
    return Part ? <Part {...props} /> : <Missing outdated={outdated} onRetry={retry} />;
  };
}

/** Milliseconds without a response from the server before the page counts as loaded. */
const IDLE_MS = 300;
const MAX_DELAY_MS = 3000;
const LOOK_MS = 100;

/** Runs soon, but after the page's own work: its code and its responses have arrived, and the browser is idle. */
export async function whenIdle(run: () => void): Promise<void> {
  const began = performance.now();
  const isWaiting = () =>
    performance.now() < began + MAX_DELAY_MS &&
    (pendingParts > 0 || pendingCallCount() > 0 || performance.now() < lastAnswer(began) + IDLE_MS);
  do await new Promise((later) => setTimeout(later, isWaiting() ? LOOK_MS : 0));
  while (isWaiting());
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 1500 });
  else run();
}

/** In the time base of `performance.now()`; without resource timing there is nothing to wait for. */
const lastAnswer = (began: number) =>
  performance
    .getEntriesByType?.('resource')
    .reduce((last, entry) => Math.max(last, (entry as PerformanceResourceTiming).responseEnd), began) ?? 0;

/**
 * A control that the first screen does not need: its code is loaded once the browser is idle, and nothing is rendered in its
 * place until then. `lazyWhenIdle(() => import('./X.tsx'), 'X')`.
 */
export function lazyWhenIdle<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): FunctionComponent<PropsOf<Module[Name]>> {
  type Part = ComponentType<PropsOf<Module[Name]>>;
  let Tool: Part | null = null;
  let requested = false;
  const listeners = new Set<() => void>();
  const fetchTool = async () => {
    try {
      Tool = (await load())[name] as Part;
      for (const listener of listeners) listener();
    } catch {
      // The load failed; the next time the control is rendered, it is tried again.
      requested = false;
    }
  };
  const listen = (listener: () => void) => {
    listeners.add(listener);
    if (!requested) {
      requested = true;
      whenIdle(fetchTool);
    }
    return () => listeners.delete(listener);
  };
  return function IdleTool(props: PropsOf<Module[Name]>) {
    const Fetched = useSyncExternalStore(listen, () => Tool);
    return Fetched && <Fetched {...props} />;
  };
}

interface MissingPartProps {
  /** Whether the console was updated since the page was loaded, so that its old parts no longer exist. */
  outdated: boolean;
  /** Tries again, and answers whether the part is there now. */
  onRetry: () => Promise<boolean>;
}

/**
 * Takes the place of a part of the console that could not be loaded. What surrounds it stays, so that nothing typed is lost
 * before the person decides to load the page again.
 */
export function MissingPart({ outdated: before, onRetry }: MissingPartProps) {
  const [outdated, setOutdated] = useState(before);
  const [keptFailure, setKeptFailure] = useState(false);
  const [trying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    if (await onRetry()) return;
    const served = await servedVersion();
    setOutdated(served === 'another');
    // Chromium does not ask again for a file that failed once in this page, even if the server answers.
    setKeptFailure(served === 'same');
    setTrying(false);
  };
  return (
    <StateMessage
      role="alert"
      icon={<SystemUpdateOutlined />}
      title={outdated ? 'O console foi atualizado' : 'Esta parte da tela não carregou'}
      text={
        outdated
          ? 'Esta página é de antes da atualização. Salve o que estiver aberto e carregue a página de novo.'
          : keptFailure
            ? 'A conexão voltou, mas o navegador só busca esta parte em uma página nova. Salve o que estiver aberto e carregue a página de novo.'
            : 'Verifique a conexão e tente de novo. O resto da página continua como está.'
      }
      actions={
        outdated || keptFailure ? (
          <Button variant="contained" onClick={() => location.reload()}>
            Carregar a página de novo
          </Button>
        ) : (
          <Button variant="contained" onClick={retry} loading={trying}>
            Tentar novamente
          </Button>
        )
      }
    />
  );
}
