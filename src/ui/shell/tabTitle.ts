/** The title of the browser's tab and the app's badge: the page, and how much is unread. */
let page = '';
let unread = 0;

/** Names the page in the tab. */
export function setTabTitle(title: string): void {
  page = title;
  show();
}

/** Says how much is unread, before the page's name and on the icon of an installed app. */
export function setUnreadCount(count: number): void {
  if (count === unread) return;
  unread = count;
  // Nothing has named the page yet, so the document's own title is its name.
  if (page === '') page = document.title;
  show();
  showBadge();
}

function show(): void {
  document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${page}` : page;
}

interface Badged {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** Not every browser has badges, and some refuse them to a page that is not installed. */
function showBadge(): void {
  const { setAppBadge, clearAppBadge } = navigator as Badged;
  const shown = unread > 0 ? setAppBadge?.call(navigator, unread) : clearAppBadge?.call(navigator);
  shown?.catch(() => {});
}
