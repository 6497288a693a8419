import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import type { Flow } from '../../../../contract/rules/flow.ts';
import { countOf } from '../definitionWords.ts';
import type { Content, EditorProps } from '../editorProps.ts';
import { indexIn } from '../jsonPointer.ts';
import { PartsLayout } from '../parts/PartsLayout.tsx';
import { TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { FlowParts } from './FlowParts.tsx';
import { withNewStep } from './flowEdits.ts';
import { StepProperties } from './StepProperties.tsx';
import { WayProperties } from './WayProperties.tsx';

/** A flow as its steps with their ways, and the properties of the chosen one. */
export function FlowEditor({
  value,
  onChange,
  problems,
  readOnly = false,
  published,
  place,
  onPlace,
}: EditorProps) {
  const flow = value as unknown as Flow;
  const put = (next: Flow, pointer?: string) => {
    onChange(next as unknown as Content);
    if (pointer !== undefined) onPlace?.(pointer);
  };
  const step = indexIn('/etapas', place?.pointer);
  const way = indexIn('/transicoes', place?.pointer);
  const shared = { flow, put, problems, readOnly };
  const chosenStep = step !== null && flow.etapas[step] ? step : null;
  const chosenWay = way !== null && flow.transicoes[way] ? way : null;
  const add = () => {
    const { flow: next, index } = withNewStep(flow, { step: chosenStep, way: chosenWay });
    put(next, `/etapas/${index}`);
  };
  const isFlow = chosenStep === null && chosenWay === null;
  const held = ((published as unknown as Flow | null)?.etapas ?? []).map(({ chave }) => chave);
  return (
    <PartsLayout
      parts={
        <>
          <Button
            size="small"
            onClick={() => onPlace?.('/descricao')}
            aria-current={isFlow || undefined}
            sx={{ mb: 1, maxWidth: '100%', whiteSpace: 'normal', textAlign: 'left' }}
          >
            {flow.descricao || 'Nome do fluxo'}
          </Button>
          <FlowParts
            {...shared}
            chosenStep={chosenStep}
            chosenWay={chosenWay}
            onPlace={(pointer) => onPlace?.(pointer)}
          />
          {!readOnly && (
            <Button size="small" startIcon={<AddOutlined />} onClick={add} sx={{ mt: 2 }}>
              Adicionar etapa
            </Button>
          )}
        </>
      }
      properties={
        chosenStep !== null ? (
          <StepProperties
            key={`step ${chosenStep}`}
            {...shared}
            index={chosenStep}
            isPublished={held.includes(flow.etapas[chosenStep]?.chave ?? '')}
          />
        ) : chosenWay !== null ? (
          <WayProperties key={`way ${chosenWay}`} {...shared} index={chosenWay} />
        ) : (
          <PropertyGroup kind="Fluxo" title={flow.descricao || flow.chave} pointer="">
            <TextProperty
              label="Nome do fluxo"
              pointer="/descricao"
              value={flow.descricao}
              onChange={(descricao) => put({ ...flow, descricao })}
              problems={problems}
              readOnly={readOnly}
              maxLength={120}
              help={`Chave: ${flow.chave}`}
            />
            <p style={{ margin: 0, fontSize: 13 }}>
              {countOf(flow.etapas.length, 'etapa', 'etapas')} e{' '}
              {countOf(flow.transicoes.length, 'caminho', 'caminhos')}. Toque em uma etapa ou em um caminho do
              desenho para mudá-los aqui.
            </p>
          </PropertyGroup>
        )
      }
    />
  );
}
