import { replaceStringParameters, TranslatableString } from '@rjsf/utils';

/** Everything that RJSF can say by itself. Most of it never shows in our theme; none of it may be English. */
const TEXTS: Readonly<Record<TranslatableString, string>> = {
  [TranslatableString.ArrayItemTitle]: 'Item',
  [TranslatableString.MissingItems]: 'Faltam as opções desta lista',
  [TranslatableString.EmptyArray]: 'Nada incluído ainda. Use o botão abaixo para incluir.',
  [TranslatableString.YesLabel]: 'Sim',
  [TranslatableString.NoLabel]: 'Não',
  [TranslatableString.CloseLabel]: 'Fechar',
  [TranslatableString.ErrorsLabel]: 'Erros',
  [TranslatableString.NewStringDefault]: 'Novo valor',
  [TranslatableString.AddButton]: 'Incluir',
  [TranslatableString.AddItemButton]: 'Incluir item',
  [TranslatableString.CopyButton]: 'Copiar',
  [TranslatableString.ExpandButton]: 'Mostrar mais um nível',
  [TranslatableString.MoveDownButton]: 'Mover para baixo',
  [TranslatableString.MoveUpButton]: 'Mover para cima',
  [TranslatableString.RemoveButton]: 'Retirar',
  [TranslatableString.NowLabel]: 'Agora',
  [TranslatableString.ClearLabel]: 'Limpar',
  [TranslatableString.AriaDateLabel]: 'Escolha uma data',
  [TranslatableString.PreviewLabel]: 'Prévia',
  [TranslatableString.DecrementAriaLabel]: 'Diminuir 1',
  [TranslatableString.IncrementAriaLabel]: 'Aumentar 1',
  [TranslatableString.OptionalObjectAdd]: 'Preencher este grupo',
  [TranslatableString.OptionalObjectRemove]: 'Esvaziar este grupo',
  [TranslatableString.OptionalObjectEmptyMsg]: 'Grupo não preenchido',
  [TranslatableString.Type]: 'Tipo',
  [TranslatableString.Value]: 'Valor',
  [TranslatableString.ClearButton]: 'limpar o campo',
  [TranslatableString.UnknownFieldType]: 'Tipo de campo desconhecido: %1',
  [TranslatableString.OptionPrefix]: 'Opção %1',
  [TranslatableString.TitleOptionPrefix]: '%1, opção %2',
  [TranslatableString.KeyLabel]: 'Nome de %1',
  [TranslatableString.DeprecatedLabel]: '%1 (em desuso)',
  [TranslatableString.CycleDetected]:
    'O campo "%1" se repete dentro de si mesmo. Pode-se mostrar mais um nível',
  [TranslatableString.InvalidObjectField]: 'O grupo "%1" tem um problema na definição: %2.',
  [TranslatableString.UnsupportedField]: 'Este campo não pode ser mostrado.',
  [TranslatableString.UnsupportedFieldWithId]: 'O campo %1 não pode ser mostrado.',
  [TranslatableString.UnsupportedFieldWithReason]: 'Este campo não pode ser mostrado: %1.',
  [TranslatableString.UnsupportedFieldWithIdAndReason]: 'O campo %1 não pode ser mostrado: %2.',
  [TranslatableString.FilesInfo]: '%1 (%2, %3 bytes)',
};

export const SUBMIT_TEXT = 'Enviar';

export const translateString = (text: TranslatableString, parameters?: string[]): string =>
  replaceStringParameters(TEXTS[text] ?? '', parameters);
