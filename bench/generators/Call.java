import java.util.List;
import java.util.UUID;
import org.generated.ApiClient;
import org.generated.api.HazardsApi;
import org.generated.api.HazardsApi.APIListHazardsRequest;
import org.generated.api.RolesApi;
import org.generated.api.RolesApi.APIAddRolesRequest;
import org.generated.api.RolesApi.APIPatchRolesRequest;
import org.generated.model.SaveRole;
import org.generated.model.SaveRolePatch;
import org.generated.model.SparseHazard;

/**
 * Lists hazards as the generated client of openapi-generator does, with and without `fields`, and renames a
 * role.
 */
public class Call {
  static final String COMPANY = System.getenv("COMPANY");

  static ApiClient client() {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
    return client;
  }

  static SparseHazard first(List<String> fields) throws Exception {
    var request = APIListHazardsRequest.newBuilder().xCompanyContext(COMPANY).limit(2);
    if (fields != null) request = request.fields(fields);
    var rows = new HazardsApi(client()).listHazards(request.build()).getData();
    if (rows.size() != 2) throw new AssertionError(rows);
    return rows.get(0);
  }

  /** A change that sets the name alone sends no empty list of permissions. */
  static void rename() throws Exception {
    var roles = new RolesApi(client());
    var held = List.of(SaveRole.PermissionsEnum.HAZARDS_READ);
    var added = new SaveRole().name("Reader " + UUID.randomUUID()).permissions(held);
    var adding = APIAddRolesRequest.newBuilder().xCompanyContext(COMPANY).saveRole(added);
    var role = roles.addRoles(adding.build());
    var patch = new SaveRolePatch().name("Renamed " + UUID.randomUUID());
    var patching = APIPatchRolesRequest.newBuilder().xCompanyContext(COMPANY).id(role.getId());
    var renamed = roles.patchRoles(patching.saveRolePatch(patch).build());
    if (!renamed.getPermissions().equals(role.getPermissions())) throw new AssertionError(renamed);
  }

  public static void main(String[] arguments) throws Exception {
    var whole = first(null);
    var sparse = first(List.of("title", "dueDate"));
    boolean right = whole.getStatus() != null && sparse.getStatus() == null;
    if (!right || !whole.getTitle().equals(sparse.getTitle()))
      throw new AssertionError("The fields are not those that were asked for");
    rename();
  }
}
