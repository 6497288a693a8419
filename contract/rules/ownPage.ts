/** Whether a path is a page of the console: '//host', '/\\host' and addresses with a scheme lead to other sites. */
export const isOwnPage = (path: string): boolean => /^\/(?![/\\])[^\s\\<>"]*$/.test(path);
