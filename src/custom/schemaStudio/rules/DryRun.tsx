import Alert from '@mui/material/Alert';
import CircularProgress from '@mui/material/CircularProgress';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { companyRuleRoutes, type RuleTrial } from '#contract/config/companyRules.ts';
import { useRoute } from '#data/useRoute.ts';
import { RelativeDate, SecondaryText } from '#ui/components/display/Texts.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { hasErrors } from '../definitionWords.ts';
import type { Content, EditorProps } from '../editorProps.ts';
import { PaneTitle } from './PaneTitle.tsx';

/** Milliseconds to wait after the last change. */
const PAUSE = 800;

interface DryRunProps {
  content: Content;
  problems: EditorProps['problems'];
}

/** What the rule as it stands would have met in the last days. Nothing is done or written. */
export function DryRun({ content, problems }: DryRunProps) {
  const settled = useSettled(content);
  const waits = hasErrors(problems);
  const query = useRoute(
    companyRuleRoutes.tryOut,
    { body: { conteudo: settled } },
    {
      enabled: !waits,
      placeholderData: (before) => before,
      refetchOnWindowFocus: false,
      staleTime: 60_000,
    },
  );
  const isOld = settled !== content || query.isFetching;
  return (
    <section aria-label="Ensaio" aria-busy={isOld && !waits}>
      <div style={{ display: 'flex', alignItems: 'baseline', gap: 8 }}>
        <PaneTitle>Ensaio</PaneTitle>
        {isOld && !waits && <CircularProgress size={12} aria-label="Ensaiando" />}
      </div>
      {waits ? (
        <SecondaryText>O ensaio vem quando os problemas da regra estiverem resolvidos.</SecondaryText>
      ) : (
        <Answered answer={query} skeleton={<TextSkeleton lines={3} />}>
          {({ data }) => <Trial trial={data} />}
        </Answered>
      )}
    </section>
  );
}

function Trial({ trial: { problemas, frase, exemplos } }: { trial: RuleTrial }) {
  if (problemas.length > 0)
    return <Alert severity="info">{problemas.map(({ mensagem }) => mensagem).join(' ')}</Alert>;
  return (
    <>
      <p role="status" style={{ margin: 0, textWrap: 'pretty' }}>
        {frase}
      </p>
      {exemplos.length > 0 && (
        <>
          <p style={{ margin: '8px 0 4px', fontSize: 13 }}>Os mais recentes:</p>
          <ul
            aria-label="Exemplos"
            style={{ margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: 4 }}
          >
            {exemplos.map(({ registro, nome, pagina, quando }) => (
              <li key={`${registro} ${quando}`} style={{ display: 'flex', gap: 8, fontSize: 13 }}>
                <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  {pagina ? <Link to={pagina}>{nome}</Link> : nome}
                </span>
                <SecondaryText sx={{ fontSize: 13 }}>
                  <RelativeDate value={quando} />
                </SecondaryText>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The content once nobody has typed for a moment. */
function useSettled(content: Content): Content {
  const [settled, setSettled] = useState(content);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(content), PAUSE);
    return () => clearTimeout(timer);
  }, [content]);
  return settled;
}
