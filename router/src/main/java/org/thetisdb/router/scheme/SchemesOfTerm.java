package org.thetisdb.router.scheme;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.term.SchemeInForce;

/**
 * All families of schemes in one leadership term, and which is in force. What becomes of calls only
 * that one hears, since a scheme is left when nothing of it is under way; what becomes of sites all
 * of them hear. Owned by the engine's thread.
 */
public final class SchemesOfTerm {
  private final SchemeInForce inForce;
  private final List<RouterScheme> all;
  private RouterScheme current;

  /** Families that serve all schemes together. */
  public SchemesOfTerm(SchemeInForce inForce, List<RouterScheme> all) {
    this.inForce = inForce;
    this.all = List.copyOf(all);
    this.current = serving(inForce.spec());
  }

  private RouterScheme serving(SchemeSpec scheme) {
    List<RouterScheme> those = all.stream().filter(each -> each.serves(scheme)).toList();
    if (those.size() != 1) {
      throw new IllegalStateException(those.size() + " families serve scheme " + scheme);
    }
    return those.get(0);
  }

  /** The router's part of the scheme in force. */
  public RouterScheme current() {
    return current;
  }

  /** Another scheme is in force, as all sites were notified ahead of what follows. */
  public void onSchemeChanged() {
    current = serving(inForce.spec());
    all.forEach(RouterScheme::onSchemeChanged);
  }

  /** A site says something that only a scheme understands. */
  public void on(SiteLink from, SiteToRouter said) {
    if (current.on(from, said)) {
      return;
    }
    for (RouterScheme each : all) {
      if (each != current && each.on(from, said)) {
        return;
      }
    }
    throw new IllegalStateException("site %d says %s".formatted(from.site(), said));
  }

  /** Has all families hear something of sites or of this router. */
  public void tellAll(Consumer<RouterScheme> news) {
    all.forEach(news);
  }

  /**
   * The schemes that still have something under way, by their names; empty if all are settled. The
   * one in force stands for its family.
   */
  public String unsettled() {
    List<String> names = new ArrayList<>();
    for (RouterScheme each : all) {
      if (!each.isSettled()) {
        List<SchemeSpec> served = inForce.known().all().stream().filter(each::serves).toList();
        names.add((each == current ? inForce.spec() : served.get(0)).name());
      }
    }
    return String.join(", ", names);
  }

  /** Whether no family has anything under way that belongs to its scheme. */
  public boolean isSettled() {
    return all.stream().allMatch(RouterScheme::isSettled);
  }
}
