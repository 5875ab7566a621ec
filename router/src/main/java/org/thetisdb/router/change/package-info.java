/**
 * Changes of the whole cluster while clients go on: another scheme, another placement. Depends on
 * {@code sql}, {@code dispatch} and {@code balance}, which it holds up meanwhile.
 */
package org.thetisdb.router.change;
