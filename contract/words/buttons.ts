/** What the buttons say that are the same on every form and dialog, and take their word from one place (src/ui/components/Button). */
export const BUTTON_WORDS = [
  'Cancelar',
  'Fechar',
  'Salvar',
  'Excluir',
  'Descartar',
  'Tentar novamente',
] as const;
