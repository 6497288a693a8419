import { modes } from '../../../../contract/rules/reports/report.ts';
import { choicesOf } from '../parts/choices.ts';
import { ChoiceProperty, TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { colors, icons } from './cardNames.ts';
import type { PieceProps } from './ReportEditor.tsx';

/** What stands on the card of a report, and where its result is shown. */
export function CardProperties({ report, set, problems, readOnly }: PieceProps) {
  const shared = { problems, readOnly };
  const text = (
    key: 'titulo' | 'descricao' | 'grupo',
    label: string,
    maxLength: number,
    multiline = false,
  ) => (
    <TextProperty
      {...shared}
      label={label}
      pointer={`/${key}`}
      value={report[key] ?? ''}
      onChange={(next) => set([key], next)}
      maxLength={maxLength}
      multiline={multiline}
    />
  );
  const choice = (
    key: 'thumb' | 'cor' | 'modo_exibicao',
    label: string,
    choices: { value: string; label: string }[],
  ) => (
    <ChoiceProperty
      {...shared}
      label={label}
      pointer={`/${key}`}
      value={report[key] ?? ''}
      choices={choices}
      onChange={(next) => set([key], next)}
    />
  );
  return (
    <PropertyGroup kind="Cartão" title={report.titulo ?? ''} pointer="">
      {text('titulo', 'Título', 80)}
      {text('descricao', 'Descrição', 300, true)}
      {text('grupo', 'Grupo', 60)}
      {choice('thumb', 'Ícone', choicesOf(icons))}
      {choice('cor', 'Cor', choicesOf(colors))}
      {choice('modo_exibicao', 'Onde é mostrado', choicesOf(modes))}
    </PropertyGroup>
  );
}
