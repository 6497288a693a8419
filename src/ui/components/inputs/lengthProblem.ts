/** Why the text about to be inserted does not fit; undefined if it does. */
export function lengthProblem({ target, inputType, data, dataTransfer }: InputEvent): string | undefined {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isText || target.maxLength < 0 || !inputType.startsWith('insert')) return undefined;
  // IME composition displays text before it is committed; the browser itself limits its length.
  if (inputType === 'insertCompositionText') return undefined;
  const given = data ?? dataTransfer?.getData('text/plain') ?? (inputType === 'insertLineBreak' ? '\n' : '');
  const chosen = (target.selectionEnd ?? 0) - (target.selectionStart ?? 0);
  const length = target.value.length - chosen + given.length;
  if (given === '' || length <= target.maxLength) return undefined;
  const most = `Máximo de ${target.maxLength} caracteres.`;
  return given.length === 1
    ? most
    : `${most} O texto colado tem ${given.length}, e nada foi colado. Encurte o texto e cole de novo.`;
}
