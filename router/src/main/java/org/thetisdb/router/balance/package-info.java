/**
 * Moves that no call asked for: away from sites that leave, to sites that join, and as the scheme
 * balances load. Depends on {@code move} and {@code dispatch}.
 */
package org.thetisdb.router.balance;
