import CodeIcon from '@mui/icons-material/Code';
import FormatBold from '@mui/icons-material/FormatBold';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import FormatListNumbered from '@mui/icons-material/FormatListNumbered';
import FormatQuote from '@mui/icons-material/FormatQuote';
import FormatStrikethrough from '@mui/icons-material/FormatStrikethrough';
import FormatUnderlined from '@mui/icons-material/FormatUnderlined';
import LinkIcon from '@mui/icons-material/Link';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import type { ChainedCommands, Editor, Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import { useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react';
import { steady } from '#ui/components/steady.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { walkOnArrows } from '#ui/components/walkOnArrows.ts';

interface Tool {
  /** Name of the editor's mark or node. */
  name: string;
  label: string;
  keys?: string;
  Icon: ComponentType<{ fontSize: 'small' }>;
  press: (chain: ChainedCommands) => ChainedCommands;
}

const MARKS: Tool[] = [
  { name: 'bold', label: 'Negrito', keys: 'Ctrl+B', Icon: FormatBold, press: (c) => c.toggleBold() },
  { name: 'italic', label: 'Itálico', keys: 'Ctrl+I', Icon: FormatItalic, press: (c) => c.toggleItalic() },
  {
    name: 'underline',
    label: 'Sublinhado',
    keys: 'Ctrl+U',
    Icon: FormatUnderlined,
    press: (c) => c.toggleUnderline(),
  },
  { name: 'strike', label: 'Tachado', Icon: FormatStrikethrough, press: (c) => c.toggleStrike() },
];

const BLOCKS: Tool[] = [
  { name: 'bulletList', label: 'Lista', Icon: FormatListBulleted, press: (c) => c.toggleBulletList() },
  {
    name: 'orderedList',
    label: 'Lista numerada',
    Icon: FormatListNumbered,
    press: (c) => c.toggleOrderedList(),
  },
  { name: 'blockquote', label: 'Citação', Icon: FormatQuote, press: (c) => c.toggleBlockquote() },
  { name: 'code', label: 'Código', Icon: CodeIcon, press: (c) => c.toggleCode() },
];

const NAMES = [...MARKS, ...BLOCKS].map(({ name }) => name).concat('link');

interface RichToolbarProps {
  editor: Editor;
  disabled: boolean;
  tools: ReactNode;
}

/** A single tab stop; the arrow keys move between the buttons. */
export const RichToolbar = steady(({ editor, disabled, tools }: RichToolbarProps) => {
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => NAMES.filter((name) => current.isActive(name)).join(),
  }).split(',');
  const [linkAt, setLinkAt] = useState<HTMLElement | null>(null);
  const [stop, setStop] = useState(0);
  const button = ({ name, label, keys, Icon }: Omit<Tool, 'press'>, index: number, onPress: Pressed) => (
    <Tooltip key={name} title={keys ? `${label} (${keys})` : label} enterDelay={400} describeChild>
      <span>
        <IconButton
          size="small"
          aria-label={label}
          aria-pressed={active.includes(name)}
          disabled={disabled}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setStop(index)}
          // Keeps the text selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => onPress(event.currentTarget)}
          sx={{
            borderRadius: 1,
            '&[aria-pressed=true]': {
              color: (t) => t.vars.palette.actions.primaria.text,
              backgroundColor: (t) => t.vars.palette.actions.primaria.soft,
            },
          }}
        >
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
  const tool = (each: Tool, index: number) =>
    button(each, index, () => each.press(editor.chain().focus()).run());
  return (
    <div className="bar" role="toolbar" aria-label="Formatação" onKeyDown={walkOnArrows}>
      {MARKS.map(tool)}
      <hr />
      {BLOCKS.map((each, index) => tool(each, MARKS.length + index))}
      {button({ name: 'link', label: 'Link', Icon: LinkIcon }, NAMES.length - 1, setLinkAt)}
      {tools && <hr />}
      {tools}
      <LinkEditor editor={editor} anchor={linkAt} onClose={() => setLinkAt(null)} />
    </div>
  );
});

type Pressed = (button: HTMLElement) => void;

interface LinkEditorProps {
  editor: Editor;
  /** The pressed button; `null` when closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** Link addresses allowed in a message; the server keeps no others. */
const LINKED = /^(https?:\/\/|mailto:)/i;

/** Sets the address of the selected text; without a selection, inserts the address itself. */
const LinkEditor = ({ editor, anchor, onClose }: LinkEditorProps) => (
  <Popover
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    slotProps={{ paper: { 'aria-label': 'Link', role: 'dialog' } }}
  >
    <LinkForm editor={editor} onClose={onClose} />
  </Popover>
);

function LinkForm({ editor, onClose }: Omit<LinkEditorProps, 'anchor'>) {
  const before = String(editor.getAttributes('link').href ?? '');
  const [text, setText] = useState(before);
  const [problem, setProblem] = useState('');
  const leave = (change: () => void) => {
    onClose();
    change();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // It is rendered in a portal, but the React event would still bubble to the form around the editor.
    event.stopPropagation();
    const href = linkAddress(text);
    if (!href) return setProblem('Use um endereço como https://exemplo.com.br ou um e-mail.');
    leave(() => {
      const chain = editor.chain().focus().extendMarkRange('link');
      if (editor.state.selection.empty && !before)
        chain
          .insertContent({ type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href } }] })
          .run();
      else chain.setLink({ href }).run();
    });
  };
  const remove = () => leave(() => editor.chain().focus().extendMarkRange('link').unsetLink().run());
  return (
    <form onSubmit={apply} style={{ display: 'grid', gap: 8, padding: 12, width: 300, maxWidth: '90vw' }}>
      <TextField
        label="Endereço do link"
        size="small"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem('');
        }}
        error={problem !== ''}
        helperText={problem || undefined}
      />
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
        {before && (
          <Button color="inherit" onClick={remove}>
            Tirar o link
          </Button>
        )}
        <Button type="submit" variant="contained">
          Aplicar
        </Button>
      </div>
    </form>
  );
}

/** Exactly what the server's allow-list keeps (server/text/cleanHtml.ts). */
export const editorExtensions = (placeholder: () => string): Extensions => [
  StarterKit.configure({
    heading: false,
    codeBlock: false,
    horizontalRule: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: null },
      isAllowedUri: (address, { defaultValidate }) => defaultValidate(address) && LINKED.test(address),
    },
  }),
  Placeholder.configure({ placeholder }),
];

/**
 * The link address for the typed text, '' if it is not one. "exemplo.com.br" is completed with https, and an e-mail address
 * with mailto.
 */
function linkAddress(text: string): string {
  const typed = text.trim();
  if (LINKED.test(typed)) return URL.canParse(typed) ? typed : '';
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(typed)) return `mailto:${typed}`;
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(typed) ? `https://${typed}` : '';
}
