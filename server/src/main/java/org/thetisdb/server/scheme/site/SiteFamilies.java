package org.thetisdb.server.scheme.site;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Schemes;
import org.thetisdb.server.scheme.SiteFamily;
import org.thetisdb.server.scheme.SiteParts;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.scheme.batch.InBatches;
import org.thetisdb.server.scheme.deterministic.InOrder;
import org.thetisdb.server.scheme.epoch.Epochs;
import org.thetisdb.server.scheme.fragments.Fragments;
import org.thetisdb.server.scheme.locks.RowLocks;
import org.thetisdb.server.scheme.star.Phases;

/**
 * The schemes that a site knows, and the families that serve them: the one place that lists those.
 * A new family has a line here. The code that puts a site together may give it more. Immutable.
 */
public final class SiteFamilies {
  /** Those that are shipped, and no others. */
  public static final SiteFamilies SHIPPED =
      new SiteFamilies(
          Schemes.SHIPPED,
          List.of(
              RowLocks::new,
              SiteParts::overSites,
              Fragments::new,
              InBatches::new,
              InOrder::new,
              Epochs::new,
              Phases::new));

  private final Schemes schemes;
  private final List<SiteFamily> families;

  /** Schemes, and the families that serve them. */
  public SiteFamilies(Schemes schemes, List<SiteFamily> families) {
    this.schemes = schemes;
    this.families = List.copyOf(families);
  }

  /** These, and a scheme with a family of its own. */
  public SiteFamilies with(SchemeSpec scheme, SiteFamily family) {
    List<SiteFamily> more = new ArrayList<>(families);
    more.add(family);
    return new SiteFamilies(schemes.with(scheme), more);
  }

  /** The families. */
  public List<SiteFamily> families() {
    return families;
  }

  /** All schemes that are known. */
  public Schemes schemes() {
    return schemes;
  }

  /** A part of each family, for a site that begins to serve. */
  List<SiteScheme> begin(SiteParts parts) {
    return families.stream().map(family -> family.begin(parts)).toList();
  }
}
