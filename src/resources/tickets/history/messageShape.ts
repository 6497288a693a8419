import type { Theme } from '@mui/material/styles';
import type { Audience } from './replyDraft.ts';

type Palette = Theme['vars']['palette'];

/**
 * The outline of each kind of message, in the conversation and while it is written. They differ in shape, so that they are
 * told apart without colour too, in forced colours and on paper: a public one is a speech bubble, a private one a note with
 * a dashed edge and square corners, a forwarded one a strip between two lines with a double bar.
 */
const SHAPES: Record<Audience, (palette: Palette, own: boolean) => object> = {
  PUBLICO: ({ components, actions }, own) => ({
    border: `1px solid ${components.linha}`,
    borderRadius: own ? '16px 2px 16px 16px' : '2px 16px 16px 16px',
    backgroundColor: own ? actions.primaria.soft : components.superficie,
  }),
  PRIVADO: ({ actions }) => ({
    border: `2px dashed ${actions.aviso.main}`,
    borderRadius: 0,
    backgroundColor: actions.aviso.soft,
  }),
  ENCAMINHAMENTO: ({ actions }) => ({
    border: `0 solid ${actions.secundaria.main}`,
    borderTopWidth: '1px',
    borderBottomWidth: '1px',
    borderLeft: `8px double ${actions.secundaria.main}`,
    borderRadius: 0,
    backgroundColor: actions.secundaria.soft,
  }),
};

/** @param own whether the person wrote it, which lies on the right */
export const messageShape = (audience: Audience, palette: Palette, own: boolean): object =>
  SHAPES[audience](palette, own);
