package org.thetisdb.router.attempt;

import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.Execute;

/** What a scheme sends a site in place of a call alone. */
@FunctionalInterface
public interface Form {
  /** The message that has a call run, or a part of it. */
  RouterToSite of(Execute run);
}
