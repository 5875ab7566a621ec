/**
 * The borders of the architecture, as tests.
 *
 * <p>{@link org.thetisdb.architecture.ModuleTable} holds the table of modules. {@link
 * org.thetisdb.architecture.EngineRules} holds what engine code must not do. Each rule is tested on
 * classes that break it, in {@code fixture}, so that a rule that sees nothing cannot pass for one
 * that finds nothing.
 */
package org.thetisdb.architecture;
