import { useMemo, useState } from 'react';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { ownToday } from '#data/session.ts';
import type { PreviewProps } from '../editorProps.ts';
import { PictureTools } from '../preview/FieldPicker.tsx';
import { FormPreview } from '../preview/FormPreview.tsx';
import { WhoFills } from './ExampleProperties.tsx';
import { placeOf } from './StepEditor.tsx';
import { siblingsOf, withFieldMoved, withNewExample, withNewField, withoutField } from './stepEdits.ts';
import { fieldAt, stepFields } from './stepFields.ts';

/** The step as seen by someone registering a person, a company, or a simulation. */
export function StepPreview(props: PreviewProps) {
  const { value, onChange, place, onPlace, readOnly = false } = props;
  const { schema, ui } = contentOf('registration', value);
  const fields = stepFields(value);
  const inExample = place?.pointer.startsWith('/testes/') ?? false;
  const chosen = inExample ? undefined : fieldAt(place?.pointer ?? '', fields);
  const own = chosen ? siblingsOf(fields, chosen) : [];
  const mayMove = (by: -1 | 1) =>
    !readOnly && chosen !== undefined && own[own.indexOf(chosen) + by] !== undefined;
  const move = (by: -1 | 1) => {
    if (chosen && mayMove(by)) onChange(withFieldMoved(value, fields, chosen, by));
  };
  const add = () => {
    const next = withNewField(value, chosen);
    onChange(next.content);
    onPlace?.(placeOf(stepFields(next.content), next.key));
  };
  const [tipo, setTipo] = useState<'PF' | 'PJ'>('PJ');
  const [simulacao, setSimulacao] = useState(false);
  const fixed = useMemo(() => ({ contexto: contextOf(tipo, simulacao) }), [tipo, simulacao]);
  return (
    <FormPreview
      form={{ schema, ui }}
      fixed={fixed}
      chosen={chosen?.key ?? null}
      onPick={(pointer) => {
        const found = placeOf(fields, pointer);
        if (found) onPlace?.(found);
      }}
      onMove={readOnly ? undefined : move}
      onExample={
        readOnly
          ? undefined
          : async (data) => {
              const next = await withNewExample(value, data);
              onChange(next);
              onPlace?.(`/testes/${(next.testes as unknown[]).length - 1}`);
            }
      }
      actions={
        !readOnly && (
          <PictureTools
            adds={[{ label: 'Campo', onAdd: add }]}
            onMove={move}
            mayMove={mayMove}
            remove={
              chosen && chosen.advanced.length === 0
                ? {
                    label: 'Retirar',
                    onRemove: () => {
                      onChange(withoutField(value, chosen));
                      onPlace?.('');
                    },
                  }
                : undefined
            }
          />
        )
      }
      tools={
        <WhoFills
          tipo={tipo}
          simulacao={simulacao}
          onChange={(who) => {
            setTipo(who.tipo);
            setSimulacao(who.simulacao);
          }}
        />
      }
    />
  );
}

const contextOf = (tipo: 'PF' | 'PJ', simulacao: boolean) => ({
  tipo,
  simulacao,
  temFiliais: true,
  temAtividades: true,
  temComoConheceu: true,
  permiteCpfSemIE: false,
  tabelaPrecoObrigatoria: true,
  hoje: ownToday(),
});
