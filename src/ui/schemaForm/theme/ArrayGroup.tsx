import AddIcon from '@mui/icons-material/Add';
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutline';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils';
import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import { fieldSchemas } from '#contract/rules/forms/fieldSchemas.ts';
import { ItemLabel, useFieldError, useForm } from '../store/formContext.ts';
import { isPlainObject, pointerOf } from '../store/paths.ts';

interface ListContent {
  pointer: string;
  itemTitle: string;
  count: number;
  least: number;
  orderable: boolean;
  disabled: boolean;
  /** Index of the row to focus after the next render; -1 for the add button. */
  focusNext: (index: number) => void;
}
const List = createContext<ListContent | null>(null);

/** A list of groups. An added row takes the focus; a full list says why nothing more can be added. */
export const ArrayGroup = (props: ArrayFieldTemplateProps) => {
  const { store, disabled: formDisabled } = useForm();
  const { items, fieldPathId, title, uiSchema } = props;
  const pointer = useMemo(() => pointerOf(fieldPathId.path), [fieldPathId.path]);
  const error = useFieldError(store, pointer, false);
  const box = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const wanted = useRef<number>(undefined);
  const { most, least } = useLimits(pointer);
  const item = itemTitleOf(props) ?? `${title} – item`;
  const disabled = formDisabled || uiSchema?.['ui:disabled'] === true;
  const help = uiSchema?.['ui:help'] ?? props.schema.description;
  const options = (uiSchema?.['ui:options'] ?? {}) as { orderable?: boolean };
  const id = fieldPathId.$id;
  const isFull = items.length >= most;

  useEffect(
    () =>
      store.fields.add({
        pointer,
        label: title,
        coversDescendants: false,
        dependsOn: [],
        focus: () => addButton.current?.focus(),
        box: () => addButton.current,
      }),
    [store, pointer, title],
  );
  useEffect(() => {
    const index = wanted.current;
    if (index === undefined) return;
    wanted.current = undefined;
    if (index < 0) addButton.current?.focus();
    else focusRow(box.current, Math.min(index, items.length - 1), addButton.current);
  });

  const content: ListContent = {
    pointer,
    itemTitle: item,
    count: items.length,
    least,
    orderable: options.orderable === true,
    disabled,
    focusNext: (index) => {
      wanted.current = index;
    },
  };
  return (
    <Box ref={box} role="group" data-campo={pointer} aria-labelledby={`${id}-rotulo`} sx={{ mt: 2 }}>
      <Typography id={`${id}-rotulo`} component="h3" sx={{ fontSize: '1rem', fontWeight: 600, mb: 1 }}>
        {title}
      </Typography>
      {typeof help === 'string' && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {help}
        </Typography>
      )}
      <List value={content}>{items}</List>
      <Button
        ref={addButton}
        variant="outlined"
        startIcon={<AddIcon />}
        disabled={disabled || isFull}
        aria-describedby={isFull || error ? `${id}-nota` : undefined}
        onClick={() => {
          store.flush();
          wanted.current = items.length;
          store.addItem(pointer);
        }}
      >
        Incluir {lowerFirst(item)}
      </Button>
      {(error || isFull) && (
        <FormHelperText id={`${id}-nota`} error={error !== undefined} role={error ? 'alert' : undefined}>
          {error ?? `O máximo é ${most}. Retire um para incluir outro.`}
        </FormHelperText>
      )}
    </Box>
  );
};

export const ArrayItem = ({ children, index, displayLabel }: ArrayFieldItemTemplateProps) => {
  const { store } = useForm();
  const list = useContext(List);
  const outer = useContext(ItemLabel);
  if (!list) return children;
  const { disabled } = list;
  const name = `${list.itemTitle} ${index + 1}`;
  const label = outer ? `${outer}, ${name}` : name;
  const move = (to: number) => {
    store.flush();
    list.focusNext(to);
    store.moveItem(list.pointer, index, to);
  };
  return (
    <Box
      role="group"
      aria-label={name}
      data-linha={index}
      sx={({ vars: { palette } }) => ({
        mb: 2,
        p: displayLabel ? 1 : 3,
        border: `1px solid ${palette.components.linha}`,
        borderRadius: 2,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 1 }}>
        <Typography sx={{ flex: 1, fontSize: '0.875rem', fontWeight: 600 }}>{name}</Typography>
        {list.orderable && (
          <>
            <IconButton
              size="small"
              aria-label={`Mover ${name} para cima`}
              disabled={disabled || index === 0}
              onClick={() => move(index - 1)}
            >
              <ArrowUpwardIcon fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              aria-label={`Mover ${name} para baixo`}
              disabled={disabled || index === list.count - 1}
              onClick={() => move(index + 1)}
            >
              <ArrowDownwardIcon fontSize="small" />
            </IconButton>
          </>
        )}
        <IconButton
          size="small"
          aria-label={`Retirar ${name}`}
          disabled={disabled || list.count <= list.least}
          onClick={() => {
            store.flush();
            list.focusNext(list.count === 1 ? -1 : index);
            store.removeItem(list.pointer, index);
          }}
        >
          <DeleteOutlineIcon fontSize="small" />
        </IconButton>
      </Box>
      <ItemLabel value={label}>{children}</ItemLabel>
    </Box>
  );
};

function focusRow(box: HTMLElement | null, index: number, otherwise: HTMLElement | null) {
  const field = box
    ?.querySelector(`[data-linha="${index}"]`)
    ?.querySelector<HTMLElement>('input:not(:disabled), textarea:not([aria-hidden=true]), [role=combobox]');
  (field ?? otherwise)?.focus();
}

/** Rows required by `minItems` cannot be removed. */
function useLimits(pointer: string) {
  const { store } = useForm();
  return useMemo(() => {
    const schemas = fieldSchemas(store.schema, pointer);
    const numbers = (key: string) => schemas.map((one) => Number(one[key])).filter(Number.isFinite);
    return {
      most: Math.min(...numbers('maxItems'), Number.POSITIVE_INFINITY),
      least: Math.max(0, ...numbers('minItems')),
    };
  }, [store, pointer]);
}

/** E.g. 'Contato' for a list of contacts. */
function itemTitleOf({ schema, uiSchema }: ArrayFieldTemplateProps): string | undefined {
  const named: unknown = uiSchema?.items;
  const own = isPlainObject(named) ? named['ui:title'] : undefined;
  const items: unknown = schema.items;
  const title = own ?? (isPlainObject(items) ? items.title : undefined);
  return typeof title === 'string' ? title : undefined;
}

/** 'Incluir conta', but 'Incluir CNAE': acronyms keep their capitals. */
const lowerFirst = (text: string) =>
  /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
