// Modal dialogs, which exist while they are open.

/**
 * Opens a dialog; `closed` is called when it is closed in any way.
 * @param {HTMLDialogElement} dialog
 * @param {() => void} [closed]
 */
export function openDialog(dialog, closed = () => {}) {
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
}
