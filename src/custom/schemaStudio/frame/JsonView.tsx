import Button from '@mui/material/Button';
import { lazy, Suspense, useMemo } from 'react';
import type { DefinitionDetail, Problem } from '../../../../contract/config/definitions.ts';
import { definitionKinds } from '../../../../contract/rules/definitions/definition.ts';
import { TextSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import type { Meta } from '../code/metaSchemaAt.ts';
import { contentOf, jsonText } from './useEditing.ts';

interface JsonViewProps {
  detail: DefinitionDetail;
  meta: Meta;
  text: string;
  onType: (text: string) => void;
  problems: readonly Problem[];
  readOnly: boolean;
  line: { number: number; turn: number } | undefined;
}

/** The definition as its file, for those who write JSON. */
export function JsonView({ detail, meta, text, onType, problems, readOnly, line }: JsonViewProps) {
  const { tipo } = detail;
  const placed = useMemo(
    () =>
      problems.map(({ linha, mensagem, gravidade }) => ({
        line: linha ?? 1,
        message: mensagem,
        severity: gravidade,
      })),
    [problems],
  );
  const content = contentOf(text);
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 8, minHeight: 0, flex: 1 }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, fontSize: 13 }}>
        <span>Ctrl+Espaço mostra as chaves que cabem; Ctrl+F busca.</span>
        {!readOnly && (
          <Button
            size="small"
            variant="outlined"
            disabled={!content || jsonText(content) === text}
            onClick={() => content && onType(jsonText(content))}
            sx={{ ml: 'auto' }}
          >
            Formatar
          </Button>
        )}
      </div>
      <Suspense fallback={<TextSkeleton lines={12} />}>
        <CodeEditor
          label={`JSON: ${definitionKinds[tipo].singular}`}
          language="json"
          value={text}
          onChange={onType}
          problems={placed}
          meta={meta}
          readOnly={readOnly}
          line={line}
          height="max(320px, calc(100dvh - var(--shell-top) - 230px))"
        />
      </Suspense>
    </div>
  );
}

const CodeEditor = lazy(async () => ({ default: (await import('../code/CodeEditor.tsx')).CodeEditor }));
