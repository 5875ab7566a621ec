package org.thetisdb.cluster;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.schism.StaticPlacement;

/** Reads what the settings say of placement. Stateless. */
public final class Placements {
  private Placements() {}

  /**
   * A router's configuration, with the placement of the file that the settings name.
   *
   * @throws ThetisException BAD_SETTING if the file is no placement of this cluster, or the scheme
   *     needs one or cannot serve one
   */
  public static RouterConfig routerConfig(Settings settings) {
    String file = settings.get(BasicSettings.PARTITION_PLACEMENT_FILE);
    SchemeSpec scheme = settings.get(BasicSettings.SCHEME);
    if (file.isEmpty()) {
      if (scheme.has(Trait.NEEDS_PLACEMENT)) {
        throw wrong(file, "scheme " + scheme + " needs a file that thetis admin place wrote");
      }
      return RouterConfig.from(settings);
    }
    if (!scheme.has(Trait.MASTERS_STAY)) {
      throw wrong(file, "under scheme " + scheme + " masters are not fixed");
    }
    try {
      return RouterConfig.from(settings, StaticPlacement.read(Path.of(file)));
    } catch (IOException | InvalidPathException e) {
      throw wrong(file, "it cannot be read (" + e.getMessage() + ")").causedBy(e);
    }
  }

  private static ThetisException wrong(String file, String why) {
    return new ThetisException(
        ErrorCode.BAD_SETTING, BasicSettings.PARTITION_PLACEMENT_FILE.name(), file, why);
  }
}
