/**
 * Where calls come in, are routed, and are answered: by the scheme to one site or several, in a
 * phase or an epoch view, or behind moves. Depends on {@code scheme}, {@code attempt}, {@code move}
 * and {@code call}; SQL, changes and clients are above it.
 */
package org.thetisdb.router.dispatch;
