import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import {
  type DefinitionDetail,
  type DefinitionVersion,
  definitionRoutes,
} from '#contract/config/definitions.ts';
import { useRoute } from '#data/useRoute.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { sourceNames } from '../definitionWords.ts';
import { CompareDialog } from './CompareDialog.tsx';
import { RollBackDialog } from './RollBackDialog.tsx';

interface VersionsPanelProps {
  detail: DefinitionDetail;
  /** Absent for people who may not publish. */
  onRolledBack: ((detail: DefinitionDetail) => void) | undefined;
}

/** Every published version, newest first; two selected ones can be compared. */
export function VersionsPanel({ detail, onRolledBack }: VersionsPanelProps) {
  const { tipo, chave, versaoPublicada } = detail;
  const query = useRoute(definitionRoutes.versions, { params: { tipo, chave } });
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [compared, setCompared] = useState<readonly [number, number] | null>(null);
  const [back, setBack] = useState<DefinitionVersion | null>(null);
  const [older, newer] = [...ticked].sort((one, other) => one - other);
  const tick = (number: number) =>
    setTicked(
      ticked.includes(number) ? ticked.filter((each) => each !== number) : [...ticked.slice(-1), number],
    );
  return (
    <Answered answer={query}>
      {(versions) =>
        versions.length === 0 ? (
          <EmptyState
            title="Ainda não há versões"
            text="Cada publicação fica aqui, numerada, e pode ser comparada ou trazida de volta."
          />
        ) : (
          <Panel>
            <div className="tools">
              <span>Marque duas versões para ver o que muda de uma à outra.</span>
              <Button
                variant="outlined"
                disabled={older === undefined || newer === undefined}
                onClick={() => older !== undefined && newer !== undefined && setCompared([older, newer])}
              >
                {older !== undefined && newer !== undefined ? `Comparar ${older} e ${newer}` : 'Comparar'}
              </Button>
            </div>
            {detail.estado === 'ARQUIVADO' && (
              <Alert severity="info">Arquivada: para voltar a uma versão, desarquive antes.</Alert>
            )}
            <ol aria-label="Versões">
              {versions.map((version) => (
                <li key={version.numero}>
                  <Checkbox
                    checked={ticked.includes(version.numero)}
                    onChange={() => tick(version.numero)}
                    slotProps={{ input: { 'aria-label': `Comparar a versão ${version.numero}` } }}
                  />
                  <Entry version={version} isCurrent={version.numero === versaoPublicada}>
                    {version.numero > 1 && (
                      <Button size="small" onClick={() => setCompared([version.numero - 1, version.numero])}>
                        Ver diferença
                      </Button>
                    )}
                    {onRolledBack && version.numero !== versaoPublicada && detail.estado !== 'ARQUIVADO' && (
                      <Button size="small" onClick={() => setBack(version)}>
                        Voltar a esta versão
                      </Button>
                    )}
                  </Entry>
                </li>
              ))}
            </ol>
            {compared && (
              <CompareDialog
                tipo={tipo}
                chave={chave}
                older={compared[0]}
                newer={compared[1]}
                onClose={() => setCompared(null)}
              />
            )}
            {back && onRolledBack && (
              <RollBackDialog
                detail={detail}
                version={back}
                onClose={() => setBack(null)}
                onDone={(next) => {
                  setBack(null);
                  setTicked([]);
                  onRolledBack(next);
                }}
              />
            )}
          </Panel>
        )
      }
    </Answered>
  );
}

interface EntryProps {
  version: DefinitionVersion;
  isCurrent: boolean;
  children: React.ReactNode;
}

function Entry({ version, isCurrent, children }: EntryProps) {
  const { numero, autor, quando, origem, deVersao, nota, hash, mudancas } = version;
  return (
    <div className="entry">
      <div className="head">
        <strong>Versão {numero}</strong>
        {isCurrent && <Tag tone="sucesso">Em uso</Tag>}
        <span className="second">
          {autor?.nome ?? 'Sistema'} · <RelativeDate value={quando} exact /> ·{' '}
          {deVersao === null ? (sourceNames[origem] ?? origem) : `Volta à versão ${deVersao}`} ·{' '}
          <code title={hash}>{hash.slice(0, 8)}</code>
        </span>
      </div>
      {nota && <p className="note">“{nota}”</p>}
      {mudancas.length > 0 && (
        <ul>
          {mudancas.map(({ ponteiro, frase }) => (
            <li key={`${ponteiro} ${frase}`}>{frase}</li>
          ))}
        </ul>
      )}
      <div className="acts">{children}</div>
    </div>
  );
}

const Panel = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    maxWidth: 960,
    overflowY: 'auto',
    paddingBottom: 24,
    '& .tools': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 8,
      marginBottom: 12,
      color: components.textoSecundario,
    },
    '& ol': { margin: 0, padding: 0, listStyle: 'none' },
    '& ol > li': {
      display: 'flex',
      alignItems: 'flex-start',
      gap: 8,
      padding: '12px 0',
      borderTop: `1px solid ${components.linha}`,
    },
    '& .entry': { flex: 1, minWidth: 0, paddingTop: 5 },
    '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
    '& .second': { color: components.textoSecundario, fontSize: 13 },
    '& .note': { margin: '4px 0 0', fontStyle: 'italic', overflowWrap: 'anywhere' },
    '& ul': { margin: '6px 0 0', paddingLeft: 18, fontSize: 13 },
    '& ul li': { overflowWrap: 'anywhere' },
    '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 4, marginTop: 4, marginLeft: -8 },
  };
});
